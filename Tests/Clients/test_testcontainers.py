"""The line for Python in docs/testcontainers.md: the real client, with an API of Docker that runs the program."""

import http.server
import json
import os
import re
import struct
import subprocess
import sys
import threading

import pytest
from conftest import BINARY, own_port
from kits import alone, run
from pages import ROOT, blocks

PAGE = ROOT / "docs/testcontainers.md"
ENTRYPOINT = json.loads(re.search(r"ENTRYPOINT (\[.*\])", (ROOT / "Dockerfile").read_text())[1])


class Docker(http.server.BaseHTTPRequestHandler):
    """Docker's Engine API for one container of the image, which is a process here."""

    protocol_version = "HTTP/1.1"

    def answer(self, value=None, status=200, kind="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(0 if status == 204 else len(body)))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)

    def do_GET(self):
        server = self.server
        if self.path.endswith("/version"):
            self.answer({"ApiVersion": "1.44"})
        elif "/logs" in self.path:
            line = server.printed if "stdout=1" in self.path else b""
            self.answer(struct.pack(">BxxxI", 1, len(line)) + line, kind="application/vnd.docker.raw-stream")
        elif "/containers/" in self.path:
            ports = {port: [{"HostIp": "127.0.0.1", "HostPort": str(server.port)}] for port in server.ports}
            self.answer({
                "Id": "c1", "Name": "/c1", "Image": "i1", "Config": {"Tty": False, "Labels": {}},
                "State": {"Status": "running", "Running": True}, "NetworkSettings": {"Ports": ports}})
        else:
            self.answer({"Id": "i1"})

    def do_POST(self):
        server = self.server
        if "/containers/create" in self.path:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.image, server.command, server.ports = body["Image"], body["Cmd"], body["ExposedPorts"]
            server.port = own_port()
            self.answer({"Id": "c1", "Warnings": []}, 201)
        else:
            server.process = subprocess.Popen(
                [BINARY, *ENTRYPOINT[1:], *server.command, "--port", str(server.port)],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            server.printed = server.process.stdout.readline()
            self.answer(status=204)

    def do_DELETE(self):
        self.server.process.kill()
        self.server.process.communicate()
        self.answer(status=204)

    def log_message(self, *_):
        pass


@pytest.fixture
def docker():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Docker) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_line_for_python_starts_a_container_and_joins_it(docker, tmp_path):
    block, = [b.text for b in blocks(PAGE) if b.language == "python"]
    (tmp_path / "block.py").write_text(block + "    print(emulator.health()['version'])\n")
    output = run(sys.executable, "block.py", cwd=tmp_path, env={
        **alone(os.environ), "PYTHONPATH": str(ROOT / "Sources/Clients/python"),
        "DOCKER_HOST": f"tcp://127.0.0.1:{docker.server_port}", "TESTCONTAINERS_RYUK_DISABLED": "true",
        "TESTCONTAINERS_CONNECTION_MODE": "docker_host"})
    assert output == run(BINARY, "--version").split()[1] + "\n"
    assert docker.image == "auth-emulator" and list(docker.ports) == ["9099/tcp"]
    assert docker.process.returncode is not None
