#!/bin/sh
# The image of InfluxDB runs this once, after its setup: Grafana may read the bucket and do nothing else.
set -eu
influx v1 auth create --username grafana --password "$GRAFANA_INFLUXDB_PASSWORD" \
  --read-bucket "$DOCKER_INFLUXDB_INIT_BUCKET_ID" --org "$DOCKER_INFLUXDB_INIT_ORG"
