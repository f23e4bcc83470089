"""Uses the client that was made for Python."""

import os

from openapi_client import ApiClient, Configuration, PipelinesApi, ServicesApi
from openapi_client.models import PipelineRequest

configuration = Configuration(host=os.environ["BASE"], api_key={"token": os.environ["TOKEN"]})
with ApiClient(configuration) as client:
    services = ServicesApi(client)
    found = services.enrich_entities("dictionary", dataset="places", language="en", body="Zürich or Dublin".encode(),
                                     _content_type="text/plain")
    assert b"http://" in found and b"taIdentRef" in found, found
    request = PipelineRequest(method="POST", endpoint="/e-entity/dictionary/documents",
                              parameters={"dataset": "places", "language": "en", "outformat": "turtle"})
    stored = PipelinesApi(client).create_pipeline([request], label="clients")
    answer = services.run_stored_pipeline(stored.id, informat="html", outformat="turtle", body=b"<p>To Dublin",
                                          _content_type="text/html")
    assert b"taIdentRef" in answer, answer
print("Python: ok")
