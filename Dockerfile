# docker build .                              with OCR for scanned statements
# docker build --build-arg VARIANT=slim .     without it, several hundred MB less
# The versions are exact; add @sha256:... of your registry's mirror to pin the very bytes.
ARG VARIANT=run

FROM python:3.12.12-slim AS build
ARG VARIANT
WORKDIR /app
COPY requirements-${VARIANT}.lock requirements.txt
RUN python -m venv /opt/tieout && \
    /opt/tieout/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY db db
COPY jobs jobs
COPY pipeline pipeline
COPY tieout tieout
COPY tools tools
# What builds the wheel is locked too, and left behind.
COPY requirements.lock ./
RUN sed -n '/^setuptools==/,/[^\\]$/p' requirements.lock > build.txt && \
    /opt/tieout/bin/pip install --no-cache-dir --require-hashes -r build.txt && \
    /opt/tieout/bin/pip install --no-cache-dir --no-build-isolation --no-deps . && \
    /opt/tieout/bin/pip uninstall --yes setuptools pip

FROM python:3.12.12-slim
COPY --from=build /opt/tieout /opt/tieout
# A new volume takes the owner of the folder that it covers.
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tieout && \
    install --directory --owner=tieout --group=tieout --mode=0700 /documents
ENV PATH=/opt/tieout/bin:$PATH PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME=/tmp TIEOUT_METRICS=9464
USER 10001
HEALTHCHECK --interval=10s --timeout=8s --start-period=30s CMD ["tieout", "health"]
ENTRYPOINT ["tieout"]
CMD ["worker"]
