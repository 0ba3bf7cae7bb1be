-- Where an organisation's recordings go: a bucket of its own at anything that speaks S3.
create table storage_settings (
  organisation_id text collate "C" primary key references organisations (id) on delete cascade,
  endpoint text not null,
  region text not null,
  bucket text not null,
  -- In front of every key, without slashes at its ends; empty for none.
  prefix text not null,
  path_style boolean not null,
  access_key_id text not null,
  -- Encrypted (server/organisations/storage/seal-secret.ts) and bound to the organisation.
  secret_access_key bytea not null,
  updated_at timestamptz(3) not null default now()
);
