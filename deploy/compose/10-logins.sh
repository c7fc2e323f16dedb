#!/bin/sh
# Runs once, when the database's volume is empty: the database, its owner, and the two logins that change no tables.
set -eu
read_secret() { cat "/run/secrets/$1"; }
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  -v owner="$(read_secret owner_password)" -v app="$(read_secret app_password)" -v report="$(read_secret report_password)" <<'SQL'
create role office_owner login password :'owner';
create role office_app login password :'app';
create role office_report login password :'report';
alter role office_report set default_transaction_read_only = on;
alter role office_report set statement_timeout = '30s';
alter role office_report set temp_file_limit = '1GB';
create database office owner office_owner encoding 'UTF8' template template0;
SQL
