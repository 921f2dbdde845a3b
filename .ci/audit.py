"""Look up known faults of what a host installs, and say in plain words what came of it.

python .ci/audit.py PIP_AUDIT [REQUIREMENTS]

Ends with 0 when every package was looked up and none has a known fault, 1 when one has, 2 when the advisory service did not
answer for all of them. `ELRIC_ADVISORIES` names another service of the OSV kind (the address of its `query`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVICE = "ELRIC_ADVISORIES"
ELSEWHERE = f"Try again where the network reaches it, or name another service of the OSV kind in {SERVICE}."


def judged(printed: str, complaint: str) -> tuple[int, list[str]]:
    """The exit code and what to say, from what pip-audit printed (JSON, if it came so far) and complained of."""
    try:
        found = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        lines = [line.strip() for line in complaint.splitlines() if line.strip()]
        reason = lines[-1][:200] if lines else "no reason was given"
        return 2, [
            "The advisory service could not be reached. Nothing was looked up.",
            f"Reason: {reason}",
            ELSEWHERE,
        ]
    faulty = [one for one in found if one.get("vulns")]
    unknown = [one["name"] for one in found if "skip_reason" in one]
    said = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or 'no version yet'}"
        for one in faulty
        for fault in one["vulns"]
    ]
    if not found or len(unknown) == len(found):
        said.append(
            "The advisory service could not be reached: what answers in its place knows no package. Nothing was looked up."
        )
        said.append(ELSEWHERE)
    elif unknown:
        said.append(f"Not looked up, the advisory service does not know them: {', '.join(unknown)}.")
    if not faulty and not unknown and found:
        said.append(f"No known faults in {len(found)} packages.")
    return 1 if faulty else 2 if unknown or not found else 0, said


def main() -> int:
    program = sys.argv[1]
    wanted = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "deploy" / "requirements.txt")
    service = os.environ.get(SERVICE, "")
    other = ["--vulnerability-service", "osv", "--osv-url", service] if service else []
    command = [program, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json", *other]
    done = subprocess.run([*command, "-r", wanted], capture_output=True, text=True, check=False)
    code, said = judged(done.stdout, done.stderr)
    print("\n".join(said), file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
