"""Clients that openapi-generator makes of the description, in Python, Java and TypeScript.

Each enriches a text, stores a pipeline and runs it. Arguments: the program, and a folder to work in.
Needed: mvn with a Java of 17 or later, npm with a Node.js of 20 or later.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "schema"))

from run import ask, fill, start  # noqa: E402

GENERATOR = "7.17.0"


def do(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    print("+", *(str(part) for part in command[:4]), flush=True)
    whole = {**os.environ, **(env or {})}
    subprocess.run([str(part) for part in command], check=True, cwd=cwd, env=whole, timeout=900)


def generate(folder: Path, language: str, *options: str) -> Path:
    client = folder / language
    shutil.rmtree(client, ignore_errors=True)
    jar = folder / f"openapi-generator-cli-{GENERATOR}.jar"
    with (folder / f"{language}.log").open("w") as log:
        command = ["java", "-jar", str(jar), "generate", "-i", str(folder / "openapi.json")]
        command += ["-g", language, "-o", str(client), *options]
        subprocess.run(command, check=True, stdout=log, stderr=log, timeout=300)
    return client


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    artifact = f"org.openapitools:openapi-generator-cli:{GENERATOR}"
    do("mvn", "--quiet", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}")
    server, base = start(program)
    try:
        (folder / "openapi.json").write_bytes(ask(f"{base}v1/openapi.json", {}, method="GET"))
        env = {"BASE": base.rstrip("/"), "TOKEN": fill(base)}

        client = generate(folder, "python")
        packages = folder / "packages"
        do(sys.executable, "-m", "pip", "install", "--quiet", "--target", packages, "--upgrade", client)
        do(sys.executable, HERE / "python" / "use.py", env={**env, "PYTHONPATH": str(packages)})

        options = "--additional-properties=useSingleRequestParameter=true"
        client = generate(folder, "java", options)
        shutil.copy(HERE / "java" / "Use.java", client / "src" / "main" / "java")
        do("mvn", "--quiet", "-Dmaven.test.skip=true", "-Dmaven.javadoc.skip=true", "compile", cwd=client)
        do("mvn", "--quiet", "org.codehaus.mojo:exec-maven-plugin:3.6.2:java", "-Dexec.mainClass=Use", cwd=client, env=env)

        client = generate(folder, "typescript-fetch")
        shutil.copy(HERE / "typescript" / "use.ts", client)
        (client / "package.json").write_text(json.dumps({"private": True, "type": "commonjs"}))
        do("npm", "install", "--silent", "--no-audit", "--no-fund", "typescript@5.9", "@types/node@20", cwd=client)
        settings = ["--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom", "--skipLibCheck"]
        do("npx", "tsc", "use.ts", "--outDir", "built", *settings, cwd=client)
        do("node", "built/use.js", cwd=client, env=env)
    finally:
        server.terminate()
        server.wait(timeout=60)


if __name__ == "__main__":
    main()
