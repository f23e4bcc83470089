"""A server of Starlette and uvicorn that gives back what it gets, by as many processes as there are cores.
Prints its address and runs until it is ended."""

import os
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


async def echo(request: Request) -> Response:
    return Response(await request.body())


app = Starlette(routes=[Route("/", echo, methods=["POST"])])


def main() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    print(f"http://127.0.0.1:{port}/", flush=True)
    uvicorn.run(
        "echo:app", port=port, workers=os.cpu_count(), log_level="error", access_log=False
    )


if __name__ == "__main__":
    main()
