// An idle worker: starts Python once more, lets it do what a page does first, with nothing of anybody's games, and keeps its
// memory for the next visit.
import { files, keep, python, wanted } from "./python.js";

self.onmessage = async ({ data: { pyodide } }) => {
  try {
    if (!await wanted(pyodide)) { postMessage(0); return; }
    const running = await python(pyodide, files(), { _makeSnapshot: true });
    running.runPython("from elric.site.worker import rehearse; rehearse(); del rehearse; import gc; gc.collect()");
    postMessage(await keep(pyodide, running.makeMemorySnapshot()));
  } catch (error) {
    console.warn("Python's memory could not be kept:", error);
    postMessage(0);
  }
};
