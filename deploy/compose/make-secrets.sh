#!/bin/sh
# Writes the secrets of compose.yaml into a folder, once: make-secrets.sh [FOLDER]. Keep a copy with the backup.
set -eu
umask 077
folder="${1:-$(dirname "$0")/secrets}"
mkdir -p "$folder"
cd "$folder"
if [ -e secret_key ]; then
  echo "$folder has secrets already" >&2
  exit 1
fi
random() { openssl rand -hex "$1" | tr -d '\n'; }
random 24 >postgres_password
random 24 >owner_password
random 24 >app_password
random 24 >report_password
random 32 >secret_key
random 12 >admin_password
random 24 >metrics_token
random 24 >backup_passphrase
printf 'postgres://office_app:%s@pgbouncer:6432/office' "$(cat app_password)" >database_url
printf 'postgres://office_app:%s@db:5432/office' "$(cat app_password)" >database_direct_url
printf 'postgres://office_owner:%s@db:5432/office' "$(cat owner_password)" >database_owner_url
printf 'postgres://office_report:%s@db:5432/office' "$(cat report_password)" >report_database_url
printf '"office_app" "%s"\n' "$(cat app_password)" >pgbouncer_users
# The accounts in the containers read them; other accounts of this machine do not get into the folder.
chmod 644 ./*
