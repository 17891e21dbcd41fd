FROM python:3.12-slim

WORKDIR /app
COPY requirements-run.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-run.lock

COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY db db
COPY evals evals
COPY jobs jobs
COPY pipeline pipeline
COPY tools tools
RUN pip install --no-cache-dir --no-deps . && useradd --system --uid 10001 tieout

USER 10001
ENTRYPOINT ["tieout"]
CMD ["worker"]
