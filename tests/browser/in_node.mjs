// Runs Python text in Pyodide under node: node in_node.mjs PYODIDE PROGRAM FOLDER...
// Each folder is seen by Python under its own path. What the program prints is printed; its exit status is this one's.
import { pathToFileURL } from "node:url";

const [at, program, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${at}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${at}/`, packages: [], stdout: console.log, stderr: console.error, env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" } });
for (const folder of folders) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
process.exitCode = await python.runPythonAsync(program);
