-- Printed by scripts/print-schema.ts from a migrated SQLite database.

create table "application_service" (
  "service_id" text not null primary key references "service" ("id") on delete cascade,
  "version" text not null,
  "last_alive_at" text,
  "period_minutes" integer not null check (period_minutes > 0),
  "silent_at" text,
  "heartbeat_token_hash" text unique,
  constraint "application_service_heard" check ((last_alive_at is null) = (silent_at is null))
);
CREATE INDEX "application_service_by_silent_at" on "application_service" ("silent_at") where "silent_at" is not null;

create table "audit_entry" (
  "seq" integer not null primary key,
  "id" text not null unique,
  "at" text not null,
  "actor_user_id" text,
  "actor_name" text not null,
  "as_customer_id" text,
  "as_customer_name" text not null,
  "address" text not null,
  "action" text not null,
  "subject_kind" text not null,
  "subject_id" text not null,
  "details" text not null,
  "previous_hash" text not null,
  "hash" text not null
);
CREATE INDEX "audit_entry_by_action" on "audit_entry" ("action", "seq");
CREATE INDEX "audit_entry_by_actor" on "audit_entry" ("actor_user_id", "seq");
CREATE INDEX "audit_entry_by_at" on "audit_entry" ("at", "seq");
CREATE INDEX "audit_entry_by_subject" on "audit_entry" ("subject_id", "seq");
CREATE TRIGGER audit_entry_no_delete before delete on audit_entry begin select raise(abort, 'audit_entry is append-only'); end;
CREATE TRIGGER audit_entry_no_update before update on audit_entry begin select raise(abort, 'audit_entry is append-only'); end;

create table "backup" (
  "id" text not null primary key,
  "kind" text not null check (kind in ('nightly', 'before_migration', 'by_hand')),
  "state" text not null check (state in ('running', 'unproven', 'proven', 'failed')),
  "step" text check (step is null or (state = 'running' and step in ('waiting', 'copying', 'sealing', 'proving'))),
  "reason" text not null,
  "detail" text not null,
  "file" text not null,
  "size_bytes" bigint,
  "rows_count" bigint,
  "audit_lines" bigint,
  "started_at" text not null,
  "proven_at" text check ((proven_at is not null) = (state = 'proven')),
  "updated_at" text not null
);
CREATE INDEX "backup_by_proof" on "backup" ("state", "started_at", "id");
CREATE INDEX "backup_by_start" on "backup" ("started_at", "id");

create table "billing_run" (
  "id" text not null primary key,
  "month" text not null unique,
  "state" text not null check (state in ('idle', 'drafting', 'issuing')),
  "grouping" text not null check (grouping in ('entry', 'ticket', 'type')),
  "vat_case" text,
  "total_count" integer not null,
  "done_count" integer not null,
  "created_at" text not null,
  "updated_at" text not null
);

create table "billing_run_invoice" (
  "invoice_id" text not null primary key references "invoice" ("id") on delete cascade,
  "run_id" text not null references "billing_run" ("id"),
  "missing" text,
  "failure" text not null
);
CREATE INDEX "billing_run_invoice_of_run" on "billing_run_invoice" ("run_id", "invoice_id");

create table "business_logo" (
  "id" integer default 1 not null primary key check (id = 1),
  "media_type" text not null check (media_type <> ''),
  "width" integer not null check (width > 0),
  "height" integer not null check (height > 0),
  "sha256" text not null check (length(sha256) = 64),
  "content" blob not null,
  "created_at" text not null,
  "raster_width" integer check (raster_width > 0),
  "raster_height" integer check (raster_height > 0),
  "raster_sha256" text check (length(raster_sha256) = 64),
  "raster_content" blob check ((raster_content is null) = (raster_width is null)
          and (raster_content is null) = (raster_height is null)
          and (raster_content is null) = (raster_sha256 is null)
          and (raster_content is null or media_type = 'image/svg+xml'))
);

create table "business_profile" (
  "id" integer default 1 not null primary key check (id = 1),
  "profile" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);

create table "customer" (
  "id" text not null primary key,
  "number" text not null unique,
  "number_key" text not null,
  "kind" text not null check (kind in ('private', 'business', 'public')),
  "company" text not null,
  "first_name" text not null,
  "last_name" text not null,
  "name_key" text not null,
  "phone" text not null,
  "website" text not null,
  "email" text not null,
  "street" text not null,
  "zip" text not null,
  "city" text not null,
  "country" text not null,
  "vat_id" text not null,
  "leitweg_id" text not null,
  "is_notified" integer not null check (is_notified in (0, 1)),
  "has_newsletter" integer not null check (has_newsletter in (0, 1)),
  "hourly_rate_cents" bigint not null check (hourly_rate_cents >= 0),
  "note" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "notified_when" text default 'immediately' not null check (notified_when in ('immediately', 'daily')),
  "erased_at" text,
  "is_email_confirmed" integer default 1 not null check (is_email_confirmed in (0, 1)),
  "contact_token_hash" text check (length(contact_token_hash) = 64),
  "contact_token_until" text
);
CREATE UNIQUE INDEX "customer_by_contact_token" on "customer" ("contact_token_hash") where contact_token_hash is not null;
CREATE INDEX "customer_by_created_at" on "customer" ("created_at", "id", "kind");
CREATE INDEX customer_by_email on customer (lower(email));
CREATE INDEX "customer_by_kind" on "customer" ("kind", "name_key", "id");
CREATE INDEX "customer_by_name_key" on "customer" ("name_key", "id", "kind");
CREATE INDEX "customer_by_number_key" on "customer" ("number_key", "id", "kind");
CREATE TRIGGER customer_counted_delete after delete on customer begin update row_count set "count" = "count" - 1 where list = 'customer' and key = old.kind; end;
CREATE TRIGGER customer_counted_insert after insert on customer begin insert into row_count (list, key, "count") values ('customer', new.kind, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER customer_counted_update after update of kind on customer when old.kind <> new.kind begin update row_count set "count" = "count" - 1 where list = 'customer' and key = old.kind; insert into row_count (list, key, "count") values ('customer', new.kind, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "customer_export" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id") on delete cascade,
  "of_user_id" text references "user_account" ("id") on delete cascade,
  "asked_by" text not null check (asked_by in ('customer', 'admin')),
  "state" text not null check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  "steps_done" integer not null,
  "steps_count" integer not null,
  "size_bytes" bigint,
  "sealed_key" text,
  "expires_at" text,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "customer_export_ready" check ((state = 'ready') = (sealed_key is not null) and (state <> 'ready' or (size_bytes > 0 and expires_at is not null)))
);
CREATE INDEX "customer_export_by_state" on "customer_export" ("state", "updated_at");
CREATE INDEX "customer_export_of_customer" on "customer_export" ("customer_id", "id");
CREATE INDEX "customer_export_of_user" on "customer_export" ("of_user_id");

create table "customer_export_part" (
  "export_id" text not null references "customer_export" ("id") on delete cascade,
  "position" integer not null check (position >= 0),
  "content" blob not null,
  constraint "customer_export_part_primary" primary key ("export_id", "position")
);

create table "customer_link" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id") on delete cascade,
  "label" text not null,
  "url" text not null,
  "position" integer not null check (position >= 1),
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "customer_link_in_order" on "customer_link" ("customer_id", "position", "id");
CREATE TRIGGER customer_link_counted_delete after delete on customer_link begin update row_count set "count" = "count" - 1 where list = 'customer_link' and key = case when old.id is not null then '' end; end;
CREATE TRIGGER customer_link_counted_insert after insert on customer_link begin insert into row_count (list, key, "count") values ('customer_link', case when new.id is not null then '' end, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "device_service" (
  "service_id" text not null primary key references "service" ("id") on delete cascade,
  "local_ip" text not null,
  "external_ip" text not null,
  "mac_address" text not null
);

create table "dns_call" (
  "id" text not null primary key,
  "endpoint_id" text not null references "dns_endpoint" ("id") on delete cascade,
  "at" text not null,
  "address" text not null,
  "user_agent" text not null,
  "request" text not null,
  "ipv4" text not null,
  "ipv6" text not null,
  "prefix" text not null,
  "hints" text not null,
  "status" integer not null,
  "answer" text not null,
  "calls" integer default 1 not null
);
CREATE INDEX "dns_call_by_at" on "dns_call" ("at");
CREATE INDEX "dns_call_of_endpoint" on "dns_call" ("endpoint_id", "id");

create table "dns_change" (
  "id" text not null primary key,
  "hostname_id" text not null references "dns_hostname" ("id") on delete cascade,
  "at" text not null,
  "cause" text not null check (cause in ('router', 'portal', 'provider')),
  "event" text not null check (event in ('wanted', 'written', 'verified', 'failed', 'found')),
  "value" text not null,
  "failure" text check (failure in ('key', 'zone', 'name', 'input', 'blocked', 'unsupported', 'limit', 'unavailable', 'conflict', 'unknown', 'answer', 'no_key', 'not_published')),
  "failure_detail" text not null
);
CREATE INDEX "dns_change_by_at" on "dns_change" ("at");
CREATE INDEX "dns_change_of_hostname" on "dns_change" ("hostname_id", "id");

create table "dns_domain" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id"),
  "domain" text not null,
  "type" text not null check (type in ('powerdns', 'rfc2136', 'dyndns2', 'hetzner', 'desec', 'cloudflare', 'ionos')),
  "options" text not null,
  "name_servers" text not null,
  "sealed_api_key" text,
  "ttl_min" integer check (ttl_min > 0),
  "last_check" text,
  "failure" text check (failure in ('key', 'zone', 'name', 'input', 'blocked', 'unsupported', 'limit', 'unavailable', 'conflict', 'unknown', 'answer', 'no_key', 'not_published')),
  "failure_detail" text default '' not null,
  "failing_since" text,
  "writer" text,
  "writing_until" text,
  "incident_at" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "dns_domain_of_customer_once" unique ("customer_id", "domain"),
  constraint "dns_domain_failing" check ((failure is null) = (failing_since is null)),
  constraint "dns_domain_writing" check ((writer is null) = (writing_until is null))
);
CREATE INDEX "dns_domain_by_domain" on "dns_domain" ("domain", "id", "type");
CREATE INDEX "dns_domain_by_type" on "dns_domain" ("type", "domain", "id");
CREATE INDEX "dns_domain_of_customer_by_domain" on "dns_domain" ("customer_id", "domain", "id", "type");
CREATE INDEX "dns_domain_of_customer_by_id" on "dns_domain" ("customer_id", "id", "type");
CREATE TRIGGER dns_domain_counted_delete after delete on dns_domain begin update row_count set "count" = "count" - 1 where list = 'dns_domain' and key = old.type; end;
CREATE TRIGGER dns_domain_counted_insert after insert on dns_domain begin insert into row_count (list, key, "count") values ('dns_domain', new.type, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER dns_domain_counted_update after update of type on dns_domain when old.type <> new.type begin update row_count set "count" = "count" - 1 where list = 'dns_domain' and key = old.type; insert into row_count (list, key, "count") values ('dns_domain', new.type, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "dns_endpoint" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "name_key" text not null,
  "router" text not null,
  "request_template" text not null,
  "is_active" integer not null check (is_active in (0, 1)),
  "device_id" text references "service" ("id") on delete set null,
  "user_name" text not null unique,
  "token_hash" text,
  "previous_token_hash" text,
  "previous_token_until" text,
  "last_call_id" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "dns_endpoint_previous_token" check ((previous_token_hash is null) = (previous_token_until is null))
);
CREATE INDEX "dns_endpoint_by_name_key" on "dns_endpoint" ("name_key", "id");
CREATE INDEX "dns_endpoint_of_customer_by_id" on "dns_endpoint" ("customer_id", "id");
CREATE INDEX "dns_endpoint_of_customer_by_name_key" on "dns_endpoint" ("customer_id", "name_key", "id");
CREATE INDEX "dns_endpoint_of_device" on "dns_endpoint" ("device_id");
CREATE TRIGGER dns_endpoint_counted_delete after delete on dns_endpoint begin update row_count set "count" = "count" - 1 where list = 'dns_endpoint' and key = case when old.id is not null then '' end; end;
CREATE TRIGGER dns_endpoint_counted_insert after insert on dns_endpoint begin insert into row_count (list, key, "count") values ('dns_endpoint', case when new.id is not null then '' end, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "dns_endpoint_hostname" (
  "endpoint_id" text not null references "dns_endpoint" ("id") on delete cascade,
  "hostname_id" text not null references "dns_hostname" ("id") on delete cascade,
  "position" integer not null,
  constraint "dns_endpoint_hostname_primary" primary key ("endpoint_id", "hostname_id")
);
CREATE INDEX "dns_endpoint_hostname_of_hostname" on "dns_endpoint_hostname" ("hostname_id");

create table "dns_hostname" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id"),
  "domain_id" text not null references "dns_domain" ("id") on delete cascade,
  "name" text not null,
  "full_name" text not null,
  "type" text not null check (type in ('A', 'AAAA')),
  "source" text not null check (source in ('reported', 'prefix', 'fixed')),
  "suffix" text default '' not null,
  "value" text default '' not null,
  "generation" integer default 0 not null,
  "ttl" integer not null check (ttl >= 300),
  "cause" text default 'portal' not null check (cause in ('router', 'portal')),
  "state" text default 'waiting' not null check (state in ('waiting', 'pending', 'published', 'current', 'retrying', 'failed', 'differs')),
  "written_value" text default '' not null,
  "written_ttl" integer,
  "last_update_at" text,
  "verified_at" text,
  "verified_by" text check (verified_by in ('servers', 'provider')),
  "reported_at" text,
  "found_values" text default '[]' not null,
  "is_overwriting" integer default 0 not null check (is_overwriting in (0, 1)),
  "failure" text check (failure in ('key', 'zone', 'name', 'input', 'blocked', 'unsupported', 'limit', 'unavailable', 'conflict', 'unknown', 'answer', 'no_key', 'not_published')),
  "failure_detail" text default '' not null,
  "failing_since" text,
  "attempts" integer default 0 not null check (attempts >= 0),
  "next_attempt_at" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "dns_hostname_once" unique ("name", "domain_id", "type"),
  constraint "dns_hostname_waiting" check ((value = '') = (state = 'waiting')),
  constraint "dns_hostname_suffix" check ((suffix <> '') = (source = 'prefix'))
);
CREATE INDEX "dns_hostname_by_full_name" on "dns_hostname" ("full_name", "id", "state");
CREATE INDEX "dns_hostname_by_next_attempt_at" on "dns_hostname" ("next_attempt_at", "domain_id") where "next_attempt_at" is not null;
CREATE INDEX "dns_hostname_by_state" on "dns_hostname" ("state", "full_name", "id");
CREATE INDEX "dns_hostname_of_customer_by_full_name" on "dns_hostname" ("customer_id", "full_name", "id", "state");
CREATE INDEX "dns_hostname_of_customer_by_id" on "dns_hostname" ("customer_id", "id", "state");
CREATE INDEX "dns_hostname_of_domain" on "dns_hostname" ("domain_id", "full_name", "id", "state");
CREATE TRIGGER dns_hostname_counted_delete after delete on dns_hostname begin update row_count set "count" = "count" - 1 where list = 'dns_hostname' and key = old.state; end;
CREATE TRIGGER dns_hostname_counted_insert after insert on dns_hostname begin insert into row_count (list, key, "count") values ('dns_hostname', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER dns_hostname_counted_update after update of state on dns_hostname when old.state <> new.state begin update row_count set "count" = "count" - 1 where list = 'dns_hostname' and key = old.state; insert into row_count (list, key, "count") values ('dns_hostname', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "email_change" (
  "id" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "old_email" text not null,
  "new_email" text not null,
  "token_hash" text not null unique,
  "state" text not null check (state in ('pending', 'confirmed', 'cancelled', 'replaced', 'expired', 'stopped')),
  "expires_at" text not null,
  "stoppable_until" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "stop_email" text default '' not null,
  "disputed_since" text default '' not null
);
CREATE INDEX "email_change_by_end" on "email_change" ("state", "expires_at");
CREATE INDEX "email_change_by_user" on "email_change" ("user_id");
CREATE UNIQUE INDEX "email_change_pending_once" on "email_change" ("user_id") where "state" = 'pending';

create table "energy_alarm" (
  id text not null primary key,
  site_id text not null references energy_site (id) on delete cascade,
  kind text not null check (kind <> ''),
  subject_id text not null,
  started_at text not null,
  ended_at text,
  is_start_told integer default 0 not null check (is_start_told in (0, 1)),
  is_end_told integer default 0 not null check (is_end_told in (0, 1)),
  constraint energy_alarm_once unique (kind, subject_id, started_at)
);
CREATE INDEX energy_alarm_of_site on energy_alarm (site_id, started_at);
CREATE INDEX energy_alarm_open on energy_alarm (site_id, kind) where ended_at is null;
CREATE INDEX energy_alarm_untold on energy_alarm (site_id) where is_end_told = 0;

create table "energy_channel" (
  "id" text not null primary key,
  "number" integer not null unique,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "storage_id" text references "energy_storage" ("id") on delete set null,
  "key" text not null,
  "name" text not null,
  "role" text not null check (role in ('grid', 'pv', 'battery', 'car', 'heat', 'house', 'consumer')),
  "measure" text not null check (measure in ('power', 'import', 'export', 'generation', 'charge', 'discharge', 'consumption', 'level',
            'connected', 'temperature', 'dimmed')),
  "factor_millionths" bigint not null check (factor_millionths <> 0),
  "max_w" integer not null check (max_w > 0),
  "source" text not null check (source in ('push', 'evcc', 'homeassistant', 'shelly', 'tasmota', 'opendtu', 'topic')),
  "source_topic" text not null,
  "source_path" text not null,
  "device" text not null,
  "last_value_millionths" bigint,
  "last_at" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "wrong_signs" integer default 0 not null check (wrong_signs >= 0),
  constraint "energy_channel_key" unique ("site_id", "key"),
  constraint "energy_channel_heard" check ((last_at is null) = (last_value_millionths is null))
);
CREATE INDEX "energy_channel_of_customer" on "energy_channel" ("customer_id", "id", "site_id");
CREATE INDEX "energy_channel_of_site" on "energy_channel" ("site_id", "id", "customer_id");
CREATE INDEX "energy_channel_of_storage" on "energy_channel" ("storage_id") where "storage_id" is not null;

create table "energy_command" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "storage_id" text not null references "energy_storage" ("id") on delete cascade,
  "at" text not null,
  "mode" text not null check (mode in ('auto', 'hold', 'pass', 'idle', 'charge', 'discharge')),
  "power_w" integer,
  "reason" text not null,
  "facts" text not null,
  "is_dimmed" integer not null check (is_dimmed in (0, 1)),
  "plan_id" text,
  "override_id" text,
  "target" text not null,
  "former" text,
  "state" text not null check (state in ('sent', 'confirmed', 'refused', 'expired', 'superseded')),
  "answer" text default '' not null,
  "sent_at" text,
  "awaited_since" text,
  "reports_since" text not null,
  "confirmed_at" text,
  "ended_at" text,
  "next_at" text
);
CREATE INDEX "energy_command_due" on "energy_command" ("next_at") where "next_at" is not null;
CREATE UNIQUE INDEX "energy_command_in_force" on "energy_command" ("storage_id") where "ended_at" is null;
CREATE INDEX "energy_command_of_customer" on "energy_command" ("customer_id", "id", "site_id", "state", "storage_id");
CREATE INDEX "energy_command_of_site" on "energy_command" ("site_id", "id", "customer_id", "state", "storage_id");
CREATE INDEX "energy_command_open" on "energy_command" ("site_id", "storage_id") where "ended_at" is null;

create table "energy_due_slot" (
  "channel_number" integer not null references "energy_channel" ("number") on delete cascade,
  "at_ms" bigint not null,
  constraint "energy_due_slot_primary" primary key ("channel_number", "at_ms")
) without rowid;
CREATE INDEX "energy_due_slot_by_at" on "energy_due_slot" ("at_ms", "channel_number");

create table "energy_forecast_day" (
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "date" text not null,
  "station_id" text,
  "from_ms" bigint not null,
  "load_w" text,
  "pv_w" text,
  "is_measured" integer default 0 not null check (is_measured in (0, 1)),
  "load_slots" integer,
  "load_forecast_mwh" bigint,
  "load_measured_mwh" bigint,
  "load_error_mwh" bigint,
  "pv_slots" integer,
  "pv_forecast_mwh" bigint,
  "pv_measured_mwh" bigint,
  "pv_error_mwh" bigint,
  constraint "energy_forecast_day_primary" primary key ("site_id", "date")
);
CREATE INDEX "energy_forecast_day_unmeasured" on "energy_forecast_day" ("date", "site_id") where "is_measured" = 0;

create table "energy_minute" (
  "channel_number" integer not null references "energy_channel" ("number") on delete cascade,
  "at_ms" bigint not null,
  "mean_thousandths" bigint,
  "covered_ms" integer not null check (covered_ms between 0 and 60000),
  constraint "energy_minute_primary" primary key ("channel_number", "at_ms")
) without rowid;

create table "energy_mute" (
  site_id text not null references energy_site (id) on delete cascade,
  kind text not null check (kind <> ''),
  until_at text not null,
  constraint energy_mute_primary primary key (site_id, kind)
);

create table "energy_override" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "storage_id" text not null references "energy_storage" ("id") on delete cascade,
  "mode" text not null check (mode in ('auto', 'hold', 'pass', 'idle', 'charge', 'discharge')),
  "power_w" integer,
  "until_at" text not null,
  "by" text not null check (by in ('customer', 'admin')),
  "ended_at" text,
  "created_at" text not null
);
CREATE INDEX "energy_override_of_customer" on "energy_override" ("customer_id", "id", "site_id");
CREATE INDEX "energy_override_of_site" on "energy_override" ("site_id", "id", "customer_id");
CREATE INDEX "energy_override_open" on "energy_override" ("site_id", "storage_id") where "ended_at" is null;

create table "energy_plan" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "at_ms" bigint not null,
  "made_at" text not null,
  "plan" text not null,
  "status" text default '' not null,
  "cause" text default 'slot' not null,
  "head" text default '' not null,
  "decision" text,
  "changed_cents" integer,
  "change_cause" text check (change_cause in ('prices', 'sun', 'load', 'level', 'schedule')),
  constraint "energy_plan_slot" unique ("site_id", "at_ms")
);
CREATE INDEX "energy_plan_by_age" on "energy_plan" ("at_ms");

create table "energy_price" (
  "zone" text not null check (zone in ('DE-LU', 'AT')),
  "at_ms" bigint not null,
  "spot_thousandths" integer not null,
  "source" text not null check (source in ('energy_charts', 'smard')),
  constraint "energy_price_key" primary key ("zone", "at_ms")
);

create table "energy_price_day" (
  "zone" text not null check (zone in ('DE-LU', 'AT')),
  "date" text not null,
  "is_done" integer not null check (is_done in (0, 1)),
  "attempts" integer not null,
  "next_at" text not null,
  constraint "energy_price_day_key" primary key ("zone", "date")
);

create table "energy_proposal" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "adapter" text not null,
  "topic" text not null,
  "path" text not null,
  "name" text not null,
  "role" text,
  "measure" text,
  "factor_millionths" bigint not null check (factor_millionths <> 0),
  "unit" text not null,
  "example" text,
  "seen_at" text not null,
  "created_at" text not null,
  constraint "energy_proposal_once" unique ("site_id", "adapter", "topic", "path")
);

create table "energy_reading" (
  "channel_number" integer not null references "energy_channel" ("number") on delete cascade,
  "at_ms" bigint not null,
  "value_millionths" bigint not null,
  constraint "energy_reading_primary" primary key ("channel_number", "at_ms")
) without rowid;

create table "energy_rejection" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "channel" text not null,
  "value" text not null,
  "reading_at" text not null,
  "code" text not null check (code <> ''),
  "created_at" text not null
);
CREATE INDEX "energy_rejection_of_site" on "energy_rejection" ("site_id", "id");

create table "energy_report" (
  "storage_id" text not null primary key references "energy_storage" ("id") on delete cascade,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "text" text not null,
  "at" text not null
);
CREATE INDEX "energy_report_of_site" on "energy_report" ("site_id");

create table "energy_saving" (
  "site_id" text not null,
  "date" text not null,
  "obstacle" text check (obstacle in ('coverage', 'no_storage', 'no_level', 'no_tariff', 'no_prices', 'failed')),
  "covered_ms" integer not null check (covered_ms >= 0),
  "actual_e4" bigint check ((obstacle is null) = ("actual_e4" is not null)),
  "none_e4" bigint check ((obstacle is null) = ("none_e4" is not null)),
  "self_use_e4" bigint check ((obstacle is null) = ("self_use_e4" is not null)),
  "rules_e4" bigint check ((obstacle is null) = ("rules_e4" is not null)),
  "bound_e4" bigint check ((obstacle is null) = ("bound_e4" is not null)),
  constraint "energy_saving_primary" primary key ("site_id", "date"),
  constraint "energy_saving_day" foreign key ("site_id", "date") references "energy_site_day" ("site_id", "date") on delete cascade
);

create table "energy_site" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "name_key" text not null,
  "street" text not null,
  "zip" text not null,
  "city" text not null,
  "country" text not null,
  "latitude_hundredths" integer check (latitude_hundredths between -9000 and 9000),
  "longitude_hundredths" integer check (longitude_hundredths between -18000 and 18000),
  "zone" text not null check (zone in ('DE-LU', 'AT')),
  "pv_watts" integer not null check (pv_watts >= 0),
  "planes" text not null,
  "commissioned_on" text,
  "has_smart_meter" integer not null check (has_smart_meter in (0, 1)),
  "max_import_w" integer check (max_import_w >= 0),
  "max_export_w" integer check (max_export_w >= 0),
  "can_curtail" integer not null check (can_curtail in (0, 1)),
  "control" text not null check (control in ('off', 'suggest', 'on')),
  "is_demo" integer not null check (is_demo in (0, 1)),
  "state" text not null check (state in ('ok', 'silent', 'unknown')),
  "last_reading_at" text,
  "key" text unique,
  "token_hash" text unique,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "broker_hash" text,
  "alarms" integer default 0 not null check (alarms >= 0),
  "plan_due_at" text,
  "plan_due_cause" text,
  "inverter_w" integer check (inverter_w >= 0),
  constraint "energy_site_heard" check ((state = 'unknown') = (last_reading_at is null)),
  constraint "energy_site_token" check (token_hash is null or key is not null)
);
CREATE INDEX "energy_site_by_control" on "energy_site" ("control", "name_key", "id", "state");
CREATE INDEX "energy_site_by_last_reading_at" on "energy_site" ("last_reading_at", "id", "state", "control");
CREATE INDEX "energy_site_by_name_key" on "energy_site" ("name_key", "id", "state", "control");
CREATE INDEX "energy_site_by_state" on "energy_site" ("state", "name_key", "id", "control");
CREATE INDEX "energy_site_of_customer_by_id" on "energy_site" ("customer_id", "id", "state", "control");
CREATE INDEX "energy_site_of_customer_by_last_reading_at" on "energy_site" ("customer_id", "last_reading_at", "id", "state", "control");
CREATE INDEX "energy_site_of_customer_by_name_key" on "energy_site" ("customer_id", "name_key", "id", "state", "control");
CREATE INDEX "energy_site_plan_due" on "energy_site" ("plan_due_at") where "plan_due_at" is not null;
CREATE INDEX "energy_site_with_alarms" on "energy_site" ("alarms", "id");

create table "energy_site_day" (
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "date" text not null,
  "import_mwh" bigint,
  "export_mwh" bigint,
  "pv_mwh" bigint,
  "charge_mwh" bigint,
  "discharge_mwh" bigint,
  "house_mwh" bigint,
  "car_mwh" bigint,
  "heat_mwh" bigint,
  "consumer_mwh" bigint,
  "unexplained_mwh" bigint,
  "level_thousandths" integer,
  "covered_ms" integer not null check (covered_ms >= 0),
  "origin_pv_mwh" bigint,
  "origin_battery_pv_mwh" bigint,
  "origin_battery_grid_mwh" bigint,
  "origin_grid_mwh" bigint,
  "cost_e8" bigint,
  "unpriced_mwh" bigint,
  "estimated_price_mwh" bigint,
  "is_account_due" integer default 1 not null check (is_account_due in (0, 1)),
  "is_saving_due" integer default 1 not null check (is_saving_due in (0, 1, 2)),
  constraint "energy_site_day_primary" primary key ("site_id", "date")
) without rowid;
CREATE INDEX "energy_site_day_due" on "energy_site_day" ("date", "site_id") where "is_account_due" = 1;
CREATE INDEX "energy_site_day_saving_due" on "energy_site_day" ("date", "site_id") where "is_saving_due" > 0;

create table "energy_site_slot" (
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "at_ms" bigint not null check (at_ms % 900000 = 0),
  "date" text not null,
  "import_mwh" bigint,
  "export_mwh" bigint,
  "pv_mwh" bigint,
  "charge_mwh" bigint,
  "discharge_mwh" bigint,
  "house_mwh" bigint,
  "car_mwh" bigint,
  "heat_mwh" bigint,
  "consumer_mwh" bigint,
  "unexplained_mwh" bigint,
  "level_thousandths" integer,
  "covered_ms" integer not null check (covered_ms between 0 and 900000),
  "quality" text not null check (quality in ('measured', 'estimated', 'gap')),
  constraint "energy_site_slot_primary" primary key ("site_id", "at_ms")
) without rowid;
CREATE INDEX "energy_site_slot_of_day" on "energy_site_slot" ("site_id", "date");

create table "energy_slot" (
  "channel_number" integer not null references "energy_channel" ("number") on delete cascade,
  "at_ms" bigint not null check (at_ms % 900000 = 0),
  "mwh" bigint,
  "reverse_mwh" bigint,
  "mean_thousandths" bigint,
  "least_thousandths" bigint,
  "most_thousandths" bigint,
  "last_thousandths" bigint,
  "covered_ms" integer not null check (covered_ms between 0 and 900000),
  "quality" text not null check (quality in ('measured', 'estimated', 'gap')),
  constraint "energy_slot_primary" primary key ("channel_number", "at_ms")
) without rowid;

create table "energy_storage" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "kind" text not null check (kind in ('battery', 'car', 'heat')),
  "technical" text not null,
  "schedule" text not null,
  "command_target" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "energy_storage_of_customer" on "energy_storage" ("customer_id", "id", "site_id");
CREATE INDEX "energy_storage_of_site" on "energy_storage" ("site_id", "id", "customer_id");

create table "energy_target" (
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "topic" text not null,
  "component" text not null check (component in ('select', 'number', 'switch')),
  "name" text not null,
  "description" text not null,
  "seen_at" text not null,
  constraint "energy_target_key" primary key ("site_id", "topic")
);

create table "energy_tariff" (
  "id" text not null primary key,
  "site_id" text not null references "energy_site" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "valid_from" text not null,
  "name" text not null,
  "prices" text not null,
  "monthly_cents" integer not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "energy_tariff_day" unique ("site_id", "valid_from")
);
CREATE INDEX "energy_tariff_by_valid_from" on "energy_tariff" ("valid_from", "id");
CREATE INDEX "energy_tariff_of_customer" on "energy_tariff" ("customer_id", "valid_from", "id", "site_id");
CREATE INDEX "energy_tariff_of_site" on "energy_tariff" ("site_id", "valid_from", "id", "customer_id");

create table "energy_weather_fetch" (
  "subject" text not null primary key,
  "is_usable" integer not null check (is_usable in (0, 1)),
  "attempts" integer not null,
  "next_at" text not null,
  "issued_at" text
);

create table "energy_weather_hour" (
  "station_id" text not null,
  "at_ms" bigint not null,
  "radiation_kj" integer not null,
  "temperature_tenths" integer not null,
  "wind_tenths" integer not null,
  constraint "energy_weather_hour_primary" primary key ("station_id", "at_ms")
);
CREATE INDEX "energy_weather_hour_by_age" on "energy_weather_hour" ("at_ms");

create table "energy_weather_station" (
  "id" text not null primary key,
  "name" text not null,
  "latitude_thousandths" integer not null,
  "longitude_thousandths" integer not null
);

create table "erasure" (
  "id" text not null primary key,
  "customer_id" text references "customer" ("id") on delete set null,
  "customer_number" text not null,
  "state" text not null check (state in ('waiting', 'running', 'withdrawn', 'done')),
  "asked_by" text not null check (asked_by in ('customer', 'admin')),
  "asked_at" text not null,
  "due_at" text not null,
  "ended_at" text,
  constraint "erasure_ended" check ((state in ('waiting', 'running')) = (ended_at is null))
);
CREATE INDEX "erasure_due" on "erasure" ("state", "due_at");
CREATE INDEX "erasure_of_customer" on "erasure" ("customer_id", "id");
CREATE UNIQUE INDEX erasure_open_once on erasure (customer_id) where state in ('waiting', 'running');

create table "failed_login" (
  "window_started_at" text not null,
  "account" text not null,
  "network" text not null,
  "failed_count" integer not null,
  "throttled_count" integer not null,
  "recorded_count" integer not null,
  "last_failed_at" text default '' not null,
  constraint "failed_login_primary_key" primary key ("window_started_at", "account", "network")
);

create table "faq" (
  "id" text not null primary key,
  "question" text not null,
  "answer" text not null,
  "category" text not null,
  "position" integer not null,
  "is_published" integer not null check (is_published in (0, 1)),
  "created_at" text not null,
  "updated_at" text not null,
  "revision" integer default 1 not null
);
CREATE INDEX "faq_by_position" on "faq" ("position", "id", "is_published", "category");
CREATE INDEX "faq_in_order" on "faq" ("is_published", "position", "id");

create table "file" (
  "id" text not null primary key,
  "customer_id" text references "customer" ("id") on delete cascade,
  "uploaded_by_user_id" text references "user_account" ("id") on delete set null,
  "name" text not null check (name <> ''),
  "media_type" text not null check (media_type <> ''),
  "size_bytes" integer not null check (size_bytes > 0),
  "sha256" text not null check (length(sha256) = 64),
  "state" text not null check (state in ('pending', 'attached')),
  "created_at" text not null
);
CREATE INDEX "file_by_uploader" on "file" ("uploaded_by_user_id", "created_at", "state", "size_bytes");
CREATE INDEX "file_of_customer" on "file" ("customer_id");
CREATE INDEX "file_pending" on "file" ("created_at") where "state" = 'pending';
CREATE TRIGGER file_archived_stays before update on file when (old.sha256 is not new.sha256 or old.size_bytes is not new.size_bytes or old.media_type is not new.media_type) and (exists (select 1 from invoice where pdf_file_id = old.id and state <> 'draft')
  or exists (select 1 from invoice_logo where file_id = old.id)) begin select raise(abort, 'an issued invoice is not changed'); end;

create table "file_chunk" (
  "file_id" text not null references "file" ("id") on delete cascade,
  "position" integer not null check (position >= 0),
  "content" blob not null,
  constraint "file_chunk_primary" primary key ("file_id", "position")
);
CREATE TRIGGER file_chunk_archived_is_kept before delete on file_chunk when (exists (select 1 from invoice where pdf_file_id = old.file_id and state <> 'draft')
  or exists (select 1 from invoice_logo where file_id = old.file_id)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER file_chunk_archived_stays before update on file_chunk when (exists (select 1 from invoice where pdf_file_id = old.file_id and state <> 'draft')
  or exists (select 1 from invoice_logo where file_id = old.file_id)) begin select raise(abort, 'an issued invoice is not changed'); end;

create table "idempotency_key" (
  "owner" text not null,
  "key" text not null,
  "request_hash" text not null,
  "status" integer,
  "headers" text,
  "body" text,
  "created_at" text not null,
  "is_effective" integer default 0 not null check (is_effective in (0, 1)),
  constraint "idempotency_key_primary" primary key ("owner", "key")
);
CREATE INDEX "idempotency_key_by_age" on "idempotency_key" ("created_at");
CREATE INDEX "idempotency_key_of_owner" on "idempotency_key" ("owner", "created_at");

create table "invoice" (
  "id" text not null primary key,
  "number" text unique,
  "customer_id" text not null references "customer" ("id"),
  "state" text not null check (state in ('draft', 'issued', 'cancelled')),
  "is_paid" integer not null check (is_paid in (0, 1)),
  "issue_date" text,
  "gross_cents" bigint not null,
  "notes" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "number_key" text default '' not null,
  "issue_key" text default '9999-12-31' not null,
  "due_key" text default '9999-12-31' not null,
  "due_date" text,
  "service_from" text,
  "service_to" text,
  "paid_on" text,
  "pdf_file_id" text references "file" ("id"),
  "net_cents" bigint default 0 not null,
  "tax_cents" bigint default 0 not null,
  "tax_lines" text default '[]' not null check ((gross_cents = net_cents + tax_cents and net_cents >= 0 and tax_cents >= 0) and (issue_key = coalesce(issue_date, '9999-12-31') and due_key = coalesce(due_date, '9999-12-31')) and ((number is null) = (number_key = '')) and ((is_paid = 1) = (paid_on is not null)) and (state <> 'draft' or is_paid = 0) and (state = 'draft' or (issue_date is not null and due_date is not null))),
  "paid_cents" bigint default 0 not null,
  "kind" text default 'uploaded' not null check (kind in ('uploaded', 'written', 'cancellation')),
  "cancels_id" text references "invoice" ("id") on delete set null,
  "cancel_reason" text default '' not null,
  "closing_text" text default '' not null,
  "line_grouping" text default 'entry' not null check (line_grouping in ('entry', 'ticket', 'type')),
  "has_work_record" integer default 0 not null check ("has_work_record" in (0, 1)),
  "is_pv_operator" integer default 0 not null check ("is_pv_operator" in (0, 1)),
  "is_pv_eligible" integer default 0 not null check ("is_pv_eligible" in (0, 1)),
  constraint "invoice_issued_is_numbered" check (state = 'draft' or number is not null)
);
CREATE INDEX "invoice_by_due_key" on "invoice" ("due_key", "id", "state", "is_paid", "due_date", "issue_key");
CREATE INDEX "invoice_by_gross_cents" on "invoice" ("gross_cents", "id", "state", "is_paid", "due_date", "issue_key");
CREATE INDEX "invoice_by_is_paid" on "invoice" ("is_paid", "issue_key", "id", "due_date", "gross_cents", "paid_cents") where state = 'issued';
CREATE INDEX "invoice_by_issue_key" on "invoice" ("issue_key", "id", "state", "is_paid", "due_date");
CREATE INDEX "invoice_by_number_key" on "invoice" ("number_key", "id", "state", "is_paid", "due_date", "issue_key");
CREATE UNIQUE INDEX "invoice_by_pdf" on "invoice" ("pdf_file_id");
CREATE INDEX "invoice_by_state" on "invoice" ("state", "issue_key", "id", "is_paid", "due_date");
CREATE UNIQUE INDEX "invoice_cancelled_once" on "invoice" ("cancels_id") where cancels_id is not null;
CREATE UNIQUE INDEX "invoice_number_once" on "invoice" ("number_key") where number_key <> '';
CREATE INDEX "invoice_of_customer_by_due_key" on "invoice" ("customer_id", "due_key", "id", "state", "is_paid", "due_date", "issue_key");
CREATE INDEX "invoice_of_customer_by_gross_cents" on "invoice" ("customer_id", "gross_cents", "id", "state", "is_paid", "due_date", "issue_key");
CREATE INDEX "invoice_of_customer_by_issue_key" on "invoice" ("customer_id", "issue_key", "id", "state", "is_paid", "due_date");
CREATE INDEX "invoice_of_customer_by_number_key" on "invoice" ("customer_id", "number_key", "id", "state", "is_paid", "due_date", "issue_key");
CREATE INDEX "invoice_unpaid" on "invoice" ("customer_id", "due_date", "gross_cents", "paid_cents") where state = 'issued' and is_paid = 0;
CREATE TRIGGER invoice_counted_delete after delete on invoice begin update row_count set "count" = "count" - 1 where list = 'invoice' and key = old.state || ' ' || old.is_paid; end;
CREATE TRIGGER invoice_counted_insert after insert on invoice begin insert into row_count (list, key, "count") values ('invoice', new.state || ' ' || new.is_paid, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER invoice_counted_update after update of state, is_paid on invoice when old.state || ' ' || old.is_paid <> new.state || ' ' || new.is_paid begin update row_count set "count" = "count" - 1 where list = 'invoice' and key = old.state || ' ' || old.is_paid; insert into row_count (list, key, "count") values ('invoice', new.state || ' ' || new.is_paid, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER invoice_issued_is_kept before delete on invoice when old.state <> 'draft' and not exists (select 1 from retained_invoice where invoice_id = old.id and is_released = 1) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_issued_stays before update on invoice when old.state <> 'draft' and (new.state = 'draft' or old.number is not new.number or old.customer_id is not new.customer_id or old.issue_date is not new.issue_date or old.due_date is not new.due_date or old.service_from is not new.service_from or old.service_to is not new.service_to or old.net_cents is not new.net_cents or old.tax_cents is not new.tax_cents or old.tax_lines is not new.tax_lines or old.gross_cents is not new.gross_cents or old.pdf_file_id is not new.pdf_file_id) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_month_bill after update of state on invoice when (old.state = 'issued') <> (new.state = 'issued') begin update work_month
    set billed_cents = billed_cents + case when new.state = 'issued' then 1 else -1 end * (select sum(total_cents) from ticket_entry
      where invoice_id = new.id and substr(date, 1, 7) = work_month.month)
    where month in (select substr(date, 1, 7) from ticket_entry where invoice_id = new.id); end;
CREATE TRIGGER invoice_open_delete after delete on invoice when old.state = 'issued' and old.is_paid = 0 begin insert into open_amount (subject, due_date, "count", cents)
    select 'invoice', due_date, sum(change), sum(cents) from (select old.due_date as due_date, -1 as change, -(old.gross_cents - old.paid_cents) as cents where old.state = 'issued' and old.is_paid = 0) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
  delete from open_amount where subject = 'invoice' and due_date = old.due_date and "count" = 0; end;
CREATE TRIGGER invoice_open_insert after insert on invoice when new.state = 'issued' and new.is_paid = 0 begin insert into open_amount (subject, due_date, "count", cents)
    select 'invoice', due_date, sum(change), sum(cents) from (select new.due_date as due_date, 1 as change, (new.gross_cents - new.paid_cents) as cents where new.state = 'issued' and new.is_paid = 0) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
   end;
CREATE TRIGGER invoice_open_update after update of state, is_paid, due_date, gross_cents, paid_cents on invoice when old.state is not new.state or old.is_paid is not new.is_paid or old.due_date is not new.due_date or old.gross_cents is not new.gross_cents or old.paid_cents is not new.paid_cents begin insert into open_amount (subject, due_date, "count", cents)
    select 'invoice', due_date, sum(change), sum(cents) from (select old.due_date as due_date, -1 as change, -(old.gross_cents - old.paid_cents) as cents where old.state = 'issued' and old.is_paid = 0 union all select new.due_date as due_date, 1 as change, (new.gross_cents - new.paid_cents) as cents where new.state = 'issued' and new.is_paid = 0) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
  delete from open_amount where subject = 'invoice' and due_date = old.due_date and "count" = 0; end;
CREATE TRIGGER invoice_written_stays before update on invoice when old.state <> 'draft' and (old.kind is not new.kind or old.cancel_reason is not new.cancel_reason or old.closing_text is not new.closing_text or old.line_grouping is not new.line_grouping or old.has_work_record is not new.has_work_record or old.is_pv_operator is not new.is_pv_operator or old.is_pv_eligible is not new.is_pv_eligible or (new.cancels_id is not null and old.cancels_id is not new.cancels_id)) begin select raise(abort, 'an issued invoice is not changed'); end;

create table "invoice_line" (
  "id" text not null primary key,
  "invoice_id" text not null references "invoice" ("id") on delete cascade,
  "position" integer not null,
  "work_key" text,
  "text" text not null,
  "description" text not null,
  "quantity_milli" bigint not null,
  "unit" text not null check (unit in ('hour', 'piece', 'kilometre', 'lumpSum')),
  "unit_price_e4" bigint not null check (unit_price_e4 >= 0),
  "net_cents" bigint not null,
  "vat_case" text
);
CREATE INDEX "invoice_line_of_invoice" on "invoice_line" ("invoice_id", "position");
CREATE TRIGGER invoice_line_is_added before insert on invoice_line when (exists (select 1 from invoice where id = new.invoice_id and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = new.invoice_id and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_line_is_kept before delete on invoice_line when (exists (select 1 from invoice where id = old.invoice_id and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_line_stays before update on invoice_line when (exists (select 1 from invoice where id = old.invoice_id and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;

create table "invoice_line_entry" (
  "id" text not null primary key,
  "line_id" text not null references "invoice_line" ("id") on delete cascade,
  "position" integer not null,
  "entry_id" text references "ticket_entry" ("id") on delete set null,
  "ticket_id" text references "ticket" ("id") on delete set null,
  "ticket_number" text not null,
  "ticket_name" text not null,
  "name" text not null,
  "description" text not null,
  "date" text not null,
  "hours_hundredths" integer not null,
  "amount_cents" bigint not null
);
CREATE INDEX "invoice_line_entry_by_entry_id" on "invoice_line_entry" ("entry_id");
CREATE INDEX "invoice_line_entry_by_ticket_id" on "invoice_line_entry" ("ticket_id");
CREATE INDEX "invoice_line_entry_of_line" on "invoice_line_entry" ("line_id", "position");
CREATE TRIGGER invoice_line_entry_is_added before insert on invoice_line_entry when (exists (select 1 from invoice where id = (select invoice_id from invoice_line where id = new.line_id) and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = (select invoice_id from invoice_line where id = new.line_id) and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_line_entry_is_kept before delete on invoice_line_entry when (exists (select 1 from invoice where id = (select invoice_id from invoice_line where id = old.line_id) and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = (select invoice_id from invoice_line where id = old.line_id) and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_line_entry_stays before update on invoice_line_entry when (old.line_id is not new.line_id or old.position is not new.position or old.ticket_number is not new.ticket_number or old.ticket_name is not new.ticket_name or old.name is not new.name or old.description is not new.description or old.date is not new.date or old.hours_hundredths is not new.hours_hundredths or old.amount_cents is not new.amount_cents or (new.entry_id is not null and old.entry_id is not new.entry_id) or (new.ticket_id is not null and old.ticket_id is not new.ticket_id)) and (exists (select 1 from invoice where id = (select invoice_id from invoice_line where id = old.line_id) and state <> 'draft') and not exists (select 1 from retained_invoice where invoice_id = (select invoice_id from invoice_line where id = old.line_id) and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;

create table "invoice_logo" (
  "sha256" text not null primary key,
  "file_id" text not null unique references "file" ("id")
);

create table "invoice_payment" (
  "id" text not null primary key,
  "invoice_id" text not null references "invoice" ("id"),
  "amount_cents" bigint not null check (amount_cents <> 0),
  "paid_on" text not null,
  "reason" text not null,
  "reverses_id" text references "invoice_payment" ("id"),
  "created_at" text not null,
  constraint "invoice_payment_reason" check (amount_cents > 0 or reason <> '')
);
CREATE INDEX "invoice_payment_of_invoice" on "invoice_payment" ("invoice_id", "id");
CREATE UNIQUE INDEX "invoice_payment_reversed_once" on "invoice_payment" ("reverses_id") where reverses_id is not null;
CREATE TRIGGER invoice_payment_is_kept before delete on invoice_payment when not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1) begin select raise(abort, 'a payment is not changed'); end;
CREATE TRIGGER invoice_payment_stays before update on invoice_payment begin select raise(abort, 'a payment is not changed'); end;

create table "invoice_pdf_password" (
  "id" text not null primary key references "invoice" ("id") on delete cascade,
  "sealed_password" text not null,
  "created_at" text not null
);

create table "invoice_question" (
  "id" text not null primary key,
  "invoice_id" text not null references "invoice" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "line_id" text references "invoice_line" ("id") on delete set null,
  "entry_id" text references "ticket_entry" ("id") on delete set null,
  "ticket_id" text references "ticket" ("id") on delete set null,
  "subject" text not null,
  "text" text not null,
  "state" text not null check (state in ('open', 'answered') and (state = 'open') = (answered_at is null)),
  "asked_by" text not null,
  "answer" text not null,
  "answered_by" text not null,
  "answered_at" text,
  "created_at" text not null
);
CREATE INDEX "invoice_question_by_state" on "invoice_question" ("state", "id");
CREATE INDEX "invoice_question_of_customer" on "invoice_question" ("customer_id", "id", "state");
CREATE INDEX "invoice_question_of_entry" on "invoice_question" ("entry_id");
CREATE INDEX "invoice_question_of_invoice" on "invoice_question" ("invoice_id", "state");
CREATE INDEX "invoice_question_of_line" on "invoice_question" ("line_id");
CREATE INDEX "invoice_question_of_ticket" on "invoice_question" ("ticket_id", "id", "state", "customer_id");

create table "invoice_snapshot" (
  "invoice_id" text not null primary key references "invoice" ("id") on delete cascade,
  "content" text not null,
  "sha256" text not null
);
CREATE TRIGGER invoice_snapshot_is_kept before delete on invoice_snapshot when (exists (select 1 from invoice where id = old.invoice_id)
  and not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_snapshot_stays before update on invoice_snapshot begin select raise(abort, 'an issued invoice is not changed'); end;

create table "invoice_xml" (
  "invoice_id" text not null references "invoice" ("id") on delete cascade,
  "profile" text not null check (profile in ('en16931', 'xrechnung')),
  "xml" text not null,
  "sha256" text not null,
  constraint "invoice_xml_primary" primary key ("invoice_id", "profile")
);
CREATE TRIGGER invoice_xml_is_kept before delete on invoice_xml when (exists (select 1 from invoice where id = old.invoice_id)
  and not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1)) begin select raise(abort, 'an issued invoice is not changed'); end;
CREATE TRIGGER invoice_xml_stays before update on invoice_xml begin select raise(abort, 'an issued invoice is not changed'); end;

create table "job" (
  "id" text not null primary key,
  "kind" text not null,
  "key" text not null,
  "payload" text not null,
  "state" text not null check (state in ('waiting', 'done', 'failed')),
  "run_at" text not null,
  "lease_until" text,
  "attempts" integer not null,
  "last_error" text not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "job_due" on "job" ("state", "run_at");
CREATE UNIQUE INDEX "job_waiting_once" on "job" ("kind", "key") where "state" = 'waiting';

create table "key_canary" (
  "key_id" text not null primary key,
  "sealed" text not null,
  "created_at" text not null
);

create table "login_policy" (
  "id" integer not null primary key check (id = 1),
  "admins_need_second_factor" integer not null check (admins_need_second_factor in (0, 1)),
  "revision" integer not null,
  "created_at" text not null,
  "updated_at" text not null
);

create table "message" (
  "id" text not null primary key,
  "email" text not null,
  "name" text not null,
  "phone" text not null,
  "text" text not null,
  "state" text not null check (state in ('new', 'answered')),
  "created_at" text not null,
  "updated_at" text not null,
  "revision" integer default 1 not null,
  "answered_at" text,
  "answered_by" text default '' not null
);
CREATE INDEX "message_by_created_at" on "message" ("created_at", "id");
CREATE INDEX "message_by_state" on "message" ("state", "created_at", "id");
CREATE TRIGGER message_counted_delete after delete on message begin update row_count set "count" = "count" - 1 where list = 'message' and key = old.state; end;
CREATE TRIGGER message_counted_insert after insert on message begin insert into row_count (list, key, "count") values ('message', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER message_counted_update after update of state on message when old.state <> new.state begin update row_count set "count" = "count" - 1 where list = 'message' and key = old.state; insert into row_count (list, key, "count") values ('message', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "message_reply" (
  "id" text not null primary key,
  "message_id" text not null references "message" ("id") on delete cascade,
  "text" text not null,
  "author_name" text not null,
  "created_at" text not null
);
CREATE INDEX "message_reply_of_message" on "message_reply" ("message_id", "created_at", "id");

create table "newsletter" (
  "id" text not null primary key,
  "subject" text not null,
  "body" text not null,
  "state" text not null check (state in ('draft', 'sending', 'paused', 'sent', 'cancelled')),
  "recipients_count" integer default 0 not null,
  "sent_count" integer default 0 not null,
  "failed_count" integer default 0 not null,
  "remaining_count" integer default 0 not null,
  "started_at" text,
  "finished_at" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "newsletter_by_created_at" on "newsletter" ("created_at", "id", "state");
CREATE INDEX "newsletter_by_state" on "newsletter" ("state", "created_at", "id");
CREATE TRIGGER newsletter_counted_delete after delete on newsletter begin update row_count set "count" = "count" - 1 where list = 'newsletter' and key = old.state; end;
CREATE TRIGGER newsletter_counted_insert after insert on newsletter begin insert into row_count (list, key, "count") values ('newsletter', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER newsletter_counted_update after update of state on newsletter when old.state <> new.state begin update row_count set "count" = "count" - 1 where list = 'newsletter' and key = old.state; insert into row_count (list, key, "count") values ('newsletter', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "newsletter_consent" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id") on delete cascade,
  "user_id" text references "user_account" ("id") on delete set null,
  "email" text not null,
  "wording" text not null,
  "token_hash" text not null unique,
  "state" text not null check (state in ('pending', 'confirmed', 'ended')),
  "asked_at" text not null,
  "asked_from" text not null,
  "expires_at" text not null,
  "confirmed_at" text,
  "confirmed_from" text not null,
  "ended_at" text,
  "end_reason" text not null check (end_reason in ('', 'unsubscribed', 'switched_off', 'replaced', 'expired', 'email_changed'))
);
CREATE INDEX "newsletter_consent_by_customer" on "newsletter_consent" ("customer_id", "asked_at");
CREATE INDEX "newsletter_consent_by_end" on "newsletter_consent" ("state", "expires_at");
CREATE INDEX "newsletter_consent_by_user" on "newsletter_consent" ("user_id");
CREATE UNIQUE INDEX "newsletter_consent_confirmed_once" on "newsletter_consent" ("customer_id") where "state" = 'confirmed';
CREATE UNIQUE INDEX "newsletter_consent_pending_once" on "newsletter_consent" ("customer_id") where "state" = 'pending';
CREATE TRIGGER newsletter_consent_counted_delete after delete on newsletter_consent begin update row_count set "count" = "count" - 1 where list = 'newsletter_consent' and key = old.state; end;
CREATE TRIGGER newsletter_consent_counted_insert after insert on newsletter_consent begin insert into row_count (list, key, "count") values ('newsletter_consent', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER newsletter_consent_counted_update after update of state on newsletter_consent when old.state <> new.state begin update row_count set "count" = "count" - 1 where list = 'newsletter_consent' and key = old.state; insert into row_count (list, key, "count") values ('newsletter_consent', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "newsletter_recipient" (
  "newsletter_id" text not null references "newsletter" ("id") on delete cascade,
  "consent_id" text not null references "newsletter_consent" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id") on delete cascade,
  "email" text not null,
  "email_key" text not null,
  "state" text not null check (state in ('waiting', 'mailed', 'skipped')),
  constraint "newsletter_recipient_primary" primary key ("newsletter_id", "consent_id"),
  constraint "newsletter_recipient_once" unique ("newsletter_id", "email_key")
);
CREATE INDEX "newsletter_recipient_by_consent" on "newsletter_recipient" ("consent_id");
CREATE INDEX "newsletter_recipient_by_customer" on "newsletter_recipient" ("customer_id");
CREATE INDEX "newsletter_recipient_by_state" on "newsletter_recipient" ("newsletter_id", "state", "consent_id");

create table "notification" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id") on delete cascade,
  "kind" text not null,
  "key" text not null,
  "bundle" text not null,
  "bundle_subject" text not null,
  "content" text not null,
  "state" text not null check (state in ('waiting', 'sent', 'dropped')),
  "due_at" text not null,
  "created_at" text not null,
  constraint "notification_once" unique ("kind", "key")
);
CREATE INDEX "notification_by_customer" on "notification" ("customer_id", "state");
CREATE INDEX "notification_due" on "notification" ("due_at", "customer_id", "bundle") where "state" = 'waiting';

create table "number_sequence" (
  "name" text not null primary key,
  "last_value" integer not null check (last_value >= 0)
);

create table "number_series" (
  "kind" text not null primary key check (kind in ('invoice', 'cancellation')),
  "form" text not null,
  "last_issue_date" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);

create table "one_time_token" (
  "token_hash" text not null primary key,
  "kind" text not null check (kind in ('invitation', 'password_reset', 'set_up')),
  "user_id" text references "user_account" ("id") on delete cascade,
  "created_at" text not null,
  "expires_at" text not null,
  "used_at" text
);
CREATE INDEX "one_time_token_by_end" on "one_time_token" ("expires_at");
CREATE INDEX "one_time_token_by_user" on "one_time_token" ("user_id", "kind");

create table "open_amount" (
  "subject" text not null check (subject in ('ticket', 'invoice')),
  "due_date" text not null,
  "count" integer not null,
  "cents" bigint not null,
  constraint "open_amount_primary" primary key ("subject", "due_date")
);

create table "outbox_mail" (
  "id" text not null primary key,
  "kind" text not null,
  "key" text,
  "recipient" text not null,
  "reply_to" text not null,
  "subject" text not null,
  "text" text not null,
  "html" text not null,
  "state" text not null check (state in ('waiting', 'sent', 'failed')),
  "attempts" integer not null,
  "next_attempt_at" text not null,
  "lease_until" text,
  "sent_at" text,
  "last_error" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "unsubscribe_url" text default '' not null,
  "token_hash" text,
  "batch" text default '' not null,
  "customer_id" text references "customer" ("id") on delete set null,
  constraint "outbox_mail_once" unique ("kind", "key")
);
CREATE INDEX "outbox_mail_by_batch" on "outbox_mail" ("batch", "state", "recipient") where "batch" <> '';
CREATE INDEX "outbox_mail_by_created_at" on "outbox_mail" ("created_at", "id");
CREATE INDEX "outbox_mail_by_state" on "outbox_mail" ("state", "created_at", "id");
CREATE INDEX "outbox_mail_due" on "outbox_mail" ("state", "next_attempt_at");
CREATE INDEX "outbox_mail_of_customer" on "outbox_mail" ("customer_id");
CREATE INDEX "outbox_mail_with_token" on "outbox_mail" ("token_hash") where "token_hash" is not null;
CREATE TRIGGER outbox_mail_counted_delete after delete on outbox_mail begin update row_count set "count" = "count" - 1 where list = 'outbox_mail' and key = old.state; end;
CREATE TRIGGER outbox_mail_counted_insert after insert on outbox_mail begin insert into row_count (list, key, "count") values ('outbox_mail', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER outbox_mail_counted_update after update of state on outbox_mail when old.state <> new.state begin update row_count set "count" = "count" - 1 where list = 'outbox_mail' and key = old.state; insert into row_count (list, key, "count") values ('outbox_mail', new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "passkey" (
  "id" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "credential_id" text not null unique,
  "public_key" text not null,
  "counter" bigint not null check (counter >= 0),
  "transports" text not null,
  "name" text not null,
  "created_at" text not null,
  "last_used_at" text
);
CREATE INDEX "passkey_by_user" on "passkey" ("user_id", "id");

create table "passkey_challenge" (
  "challenge_hash" text not null primary key,
  "purpose" text not null check (purpose in ('registration', 'login')),
  "user_id" text references "user_account" ("id") on delete cascade,
  "expires_at" text not null
);
CREATE INDEX "passkey_challenge_by_end" on "passkey_challenge" ("expires_at");
CREATE INDEX "passkey_challenge_by_user" on "passkey_challenge" ("user_id");

create table "pending_login" (
  "token_hash" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "created_at" text not null,
  "expires_at" text not null
);
CREATE INDEX "pending_login_by_end" on "pending_login" ("expires_at");
CREATE INDEX "pending_login_by_user" on "pending_login" ("user_id");

create table "recovery_code" (
  "code_hash" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "created_at" text not null,
  "used_at" text
);
CREATE INDEX "recovery_code_by_user" on "recovery_code" ("user_id", "used_at");

create table "request" (
  "id" text not null primary key,
  "number" text not null unique,
  "number_key" text not null,
  "customer_id" text not null references "customer" ("id"),
  "title" text not null check (title <> ''),
  "title_key" text not null,
  "description" text not null,
  "priority" text not null,
  "priority_rank" integer not null,
  "state" text not null check (state in ('open', 'accepted', 'declined')),
  "answer" text not null,
  "answered_at" text,
  "ticket_id" text unique references "ticket" ("id") on delete set null,
  "about_ticket_id" text references "ticket" ("id") on delete set null,
  "created_by_user_id" text references "user_account" ("id") on delete set null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  constraint "request_priority_ranked" check (priority in ('low', 'medium', 'high') and priority_rank = case priority when 'low' then 1 when 'medium' then 2 else 3 end),
  constraint "request_answer_fits" check ((state = 'open') = (answered_at is null) and (state <> 'declined' or answer <> '') and (state <> 'open' or answer = '') and (state = 'accepted' or ticket_id is null))
);
CREATE INDEX "request_about_ticket" on "request" ("about_ticket_id");
CREATE INDEX "request_by_created_at" on "request" ("created_at", "id", "state", "priority");
CREATE INDEX "request_by_number_key" on "request" ("number_key", "id", "state", "priority");
CREATE INDEX "request_by_priority" on "request" ("priority", "updated_at", "id", "state");
CREATE INDEX "request_by_priority_rank" on "request" ("priority_rank", "id", "state", "priority");
CREATE INDEX "request_by_state" on "request" ("state", "updated_at", "id", "priority");
CREATE INDEX "request_by_title_key" on "request" ("title_key", "id", "state", "priority");
CREATE INDEX "request_by_updated_at" on "request" ("updated_at", "id", "state", "priority");
CREATE INDEX "request_by_user" on "request" ("created_by_user_id");
CREATE INDEX "request_of_customer_by_created_at" on "request" ("customer_id", "created_at", "id", "state", "priority");
CREATE INDEX "request_of_customer_by_number_key" on "request" ("customer_id", "number_key", "id", "state", "priority");
CREATE INDEX "request_of_customer_by_priority_rank" on "request" ("customer_id", "priority_rank", "id", "state", "priority");
CREATE INDEX "request_of_customer_by_title_key" on "request" ("customer_id", "title_key", "id", "state", "priority");
CREATE INDEX "request_of_customer_by_updated_at" on "request" ("customer_id", "updated_at", "id", "state", "priority");
CREATE TRIGGER request_counted_delete after delete on request begin update row_count set "count" = "count" - 1 where list = 'request' and key = old.state || ' ' || old.priority; end;
CREATE TRIGGER request_counted_insert after insert on request begin insert into row_count (list, key, "count") values ('request', new.state || ' ' || new.priority, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER request_counted_update after update of state, priority on request when old.state || ' ' || old.priority <> new.state || ' ' || new.priority begin update row_count set "count" = "count" - 1 where list = 'request' and key = old.state || ' ' || old.priority; insert into row_count (list, key, "count") values ('request', new.state || ' ' || new.priority, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "request_attachment" (
  "file_id" text not null primary key references "file" ("id") on delete cascade,
  "request_id" text not null references "request" ("id") on delete cascade
);
CREATE INDEX "request_attachment_of_request" on "request_attachment" ("request_id", "file_id");

create table "retained_invoice" (
  "invoice_id" text not null primary key references "invoice" ("id") on delete cascade,
  "recipient" text not null,
  "kept_until" text not null,
  "is_released" integer default 0 not null check (is_released in (0, 1))
);
CREATE INDEX "retained_invoice_by_end" on "retained_invoice" ("kept_until");

create table "row_count" (
  "list" text not null,
  "key" text not null,
  "count" integer not null,
  constraint "row_count_primary" primary key ("list", "key")
);

create table "schema_migration" (
  "name" text not null primary key,
  "checksum" text not null,
  "applied_at" text not null
);

create table "search_part" (
  "kind" text not null,
  "part" text not null,
  "subject_id" text not null,
  constraint "search_part_primary" primary key ("kind", "part", "subject_id")
) without rowid;

create table "search_term" (
  "kind" text not null check (kind <> ''),
  "term" text not null,
  "subject_id" text not null,
  constraint "search_term_primary" primary key ("kind", "term", "subject_id")
);
CREATE INDEX "search_term_of_subject" on "search_term" ("subject_id", "term");
CREATE TRIGGER search_term_parts_delete after delete on search_term begin delete from search_part where kind = old.kind and subject_id = old.subject_id and part in (select substr(old.term, place.at) from (select column1 as at from (values (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59), (60), (61), (62), (63), (64))) as place where place.at <= length(old.term) - 2 and old.kind <> 'outbox_mail' and not old.term glob '*[0-9]*') and not exists (select 1 from search_term as term where term.kind = search_part.kind and term.subject_id = search_part.subject_id and length(term.term) - length(search_part.part) >= 3 and substr(term.term, length(term.term) - length(search_part.part) + 1) = search_part.part and term.kind <> 'outbox_mail' and not term.term glob '*[0-9]*'); end;
CREATE TRIGGER search_term_parts_insert after insert on search_term begin insert into search_part (kind, part, subject_id) select new.kind, substr(new.term, place.at), new.subject_id from (select column1 as at from (values (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59), (60), (61), (62), (63), (64))) as place where place.at <= length(new.term) - 2 and new.kind <> 'outbox_mail' and not new.term glob '*[0-9]*' on conflict do nothing; end;

create table "service" (
  "id" text not null primary key,
  "type" text not null check (type in ('device_service', 'website_service', 'application_service')),
  "customer_id" text not null references "customer" ("id"),
  "collection_id" text references "service_collection" ("id"),
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "urls" text not null,
  "state" text not null check (state in ('none', 'ok', 'problem', 'unknown')),
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "service_by_name_key" on "service" ("name_key", "id", "type", "state");
CREATE INDEX "service_by_need" on service
        ((case when state = 'problem' then 0 else 1 end), name_key, id, type, state);
CREATE INDEX "service_by_state" on "service" ("state", "name_key", "id", "type");
CREATE INDEX "service_by_type" on "service" ("type", "name_key", "id", "state");
CREATE INDEX "service_by_type_and_id" on "service" ("type", "id", "state");
CREATE INDEX "service_by_type_and_need" on service
        ("type", (case when state = 'problem' then 0 else 1 end), name_key, id, type, state);
CREATE INDEX "service_by_type_and_state" on "service" ("type", "state", "name_key", "id");
CREATE INDEX "service_of_collection" on "service" ("collection_id", "name_key", "id", "type", "state", "name");
CREATE INDEX "service_of_customer_by_id" on "service" ("customer_id", "id", "type", "state");
CREATE INDEX "service_of_customer_by_name_key" on "service" ("customer_id", "name_key", "id", "type", "state");
CREATE INDEX "service_of_customer_by_need" on service
        ("customer_id", (case when state = 'problem' then 0 else 1 end), name_key, id, type, state);
CREATE INDEX "service_of_customer_by_type" on "service" ("customer_id", "type", "name_key", "id", "state");
CREATE TRIGGER service_counted_delete after delete on service begin update row_count set "count" = "count" - 1 where list = 'service' and key = old.type || ' ' || old.state; end;
CREATE TRIGGER service_counted_insert after insert on service begin insert into row_count (list, key, "count") values ('service', new.type || ' ' || new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER service_counted_update after update of type, state on service when old.type || ' ' || old.state <> new.type || ' ' || new.state begin update row_count set "count" = "count" - 1 where list = 'service' and key = old.type || ' ' || old.state; insert into row_count (list, key, "count") values ('service', new.type || ' ' || new.state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "service_collection" (
  "id" text not null primary key,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "service_collection_by_name_key" on "service_collection" ("name_key", "id");
CREATE INDEX "service_collection_of_customer_by_id" on "service_collection" ("customer_id", "id");
CREATE INDEX "service_collection_of_customer_by_name_key" on "service_collection" ("customer_id", "name_key", "id");
CREATE TRIGGER service_collection_counted_delete after delete on service_collection begin update row_count set "count" = "count" - 1 where list = 'service_collection' and key = case when old.id is not null then '' end; end;
CREATE TRIGGER service_collection_counted_insert after insert on service_collection begin insert into row_count (list, key, "count") values ('service_collection', case when new.id is not null then '' end, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "service_credential" (
  "id" text not null primary key,
  "service_id" text not null references "service" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "label" text not null,
  "username" text not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "sealed_password" text,
  "is_shared" integer default 1 not null check (is_shared in (0, 1))
);
CREATE INDEX "service_credential_of_customer" on "service_credential" ("customer_id", "id", "is_shared");
CREATE INDEX "service_credential_of_service" on "service_credential" ("service_id", "id", "is_shared", "customer_id");
CREATE TRIGGER service_credential_counted_delete after delete on service_credential begin update row_count set "count" = "count" - 1 where list = 'service_credential' and key = case when old.id is not null then '' end; end;
CREATE TRIGGER service_credential_counted_insert after insert on service_credential begin insert into row_count (list, key, "count") values ('service_credential', case when new.id is not null then '' end, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "session" (
  "token_hash" text not null primary key,
  "id" text not null unique,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "created_at" text not null,
  "last_seen_at" text not null,
  "idle_until" text not null,
  "absolute_until" text not null,
  "authenticated_at" text not null,
  "address" text not null,
  "user_agent" text not null,
  "as_customer_id" text references "customer" ("id") on delete set null,
  "as_user_until" text,
  "as_user_reason" text not null,
  "previous_token_hash" text,
  "previous_token_until" text
);
CREATE INDEX "session_by_as_customer" on "session" ("as_customer_id");
CREATE INDEX "session_by_end" on "session" ("absolute_until");
CREATE INDEX "session_by_previous_token" on "session" ("previous_token_hash") where "previous_token_hash" is not null;
CREATE INDEX "session_by_user" on "session" ("user_id", "last_seen_at");

create table "stop_link" (
  "id" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "stop_email" text not null,
  "disputed_since" text not null,
  "stoppable_until" text not null,
  "created_at" text not null
);
CREATE INDEX "stop_link_by_end" on "stop_link" ("stoppable_until");
CREATE INDEX "stop_link_by_user" on "stop_link" ("user_id");

create table "throttle" (
  "key" text not null primary key,
  "failures" integer not null,
  "window_started_at" text not null,
  "blocked_until" text
);
CREATE INDEX "throttle_by_start" on "throttle" ("window_started_at");

create table "ticket" (
  "id" text not null primary key,
  "number" text not null unique,
  "number_key" text not null,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "progress" text not null check (progress in ('upcoming', 'inProgress', 'finished')),
  "hourly_rate_cents" bigint not null check (hourly_rate_cents >= 0),
  "budget_cents" bigint check (budget_cents >= 0),
  "invoice_notes" text not null,
  "invoice_state" text not null check (invoice_state in ('none', 'unpaid', 'paid')),
  "entries_count" integer default 0 not null,
  "minutes" integer default 0 not null,
  "total_cents" bigint default 0 not null,
  "billed_cents" bigint default 0 not null,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "budget_is_gross" integer default 0 not null check (budget_is_gross in (0, 1))
);
CREATE INDEX "ticket_by_invoice_state" on "ticket" ("invoice_state", "updated_at", "id", "progress");
CREATE INDEX "ticket_by_minutes" on "ticket" ("minutes", "id", "progress", "invoice_state");
CREATE INDEX "ticket_by_name_key" on "ticket" ("name_key", "id", "progress", "invoice_state");
CREATE INDEX "ticket_by_number_key" on "ticket" ("number_key", "id", "progress", "invoice_state");
CREATE INDEX "ticket_by_progress" on "ticket" ("progress", "updated_at", "id", "invoice_state");
CREATE INDEX "ticket_by_total_cents" on "ticket" ("total_cents", "id", "progress", "invoice_state");
CREATE INDEX "ticket_by_updated_at" on "ticket" ("updated_at", "id", "progress", "invoice_state");
CREATE INDEX "ticket_of_customer_by_minutes" on "ticket" ("customer_id", "minutes", "id", "progress", "invoice_state");
CREATE INDEX "ticket_of_customer_by_name_key" on "ticket" ("customer_id", "name_key", "id", "progress", "invoice_state");
CREATE INDEX "ticket_of_customer_by_number_key" on "ticket" ("customer_id", "number_key", "id", "progress", "invoice_state");
CREATE INDEX "ticket_of_customer_by_total_cents" on "ticket" ("customer_id", "total_cents", "id", "progress", "invoice_state");
CREATE INDEX "ticket_of_customer_by_updated_at" on "ticket" ("customer_id", "updated_at", "id", "progress", "invoice_state");
CREATE INDEX "ticket_open" on "ticket" ("customer_id", "total_cents", "billed_cents") where total_cents > billed_cents;
CREATE TRIGGER ticket_counted_delete after delete on ticket begin update row_count set "count" = "count" - 1 where list = 'ticket' and key = old.progress || ' ' || old.invoice_state; end;
CREATE TRIGGER ticket_counted_insert after insert on ticket begin insert into row_count (list, key, "count") values ('ticket', new.progress || ' ' || new.invoice_state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_counted_update after update of progress, invoice_state on ticket when old.progress || ' ' || old.invoice_state <> new.progress || ' ' || new.invoice_state begin update row_count set "count" = "count" - 1 where list = 'ticket' and key = old.progress || ' ' || old.invoice_state; insert into row_count (list, key, "count") values ('ticket', new.progress || ' ' || new.invoice_state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_of_customer_counted_delete after delete on ticket begin update row_count set "count" = "count" - 1 where list = 'ticket_of_customer' and key = old.customer_id || ' ' || old.progress || ' ' || old.invoice_state; delete from row_count where list = 'ticket_of_customer' and key = old.customer_id || ' ' || old.progress || ' ' || old.invoice_state and "count" = 0; end;
CREATE TRIGGER ticket_of_customer_counted_insert after insert on ticket begin insert into row_count (list, key, "count") values ('ticket_of_customer', new.customer_id || ' ' || new.progress || ' ' || new.invoice_state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_of_customer_counted_update after update of customer_id, progress, invoice_state on ticket when old.customer_id || ' ' || old.progress || ' ' || old.invoice_state <> new.customer_id || ' ' || new.progress || ' ' || new.invoice_state begin update row_count set "count" = "count" - 1 where list = 'ticket_of_customer' and key = old.customer_id || ' ' || old.progress || ' ' || old.invoice_state; delete from row_count where list = 'ticket_of_customer' and key = old.customer_id || ' ' || old.progress || ' ' || old.invoice_state and "count" = 0; insert into row_count (list, key, "count") values ('ticket_of_customer', new.customer_id || ' ' || new.progress || ' ' || new.invoice_state, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_open_delete after delete on ticket when old.total_cents > old.billed_cents begin insert into open_amount (subject, due_date, "count", cents)
    select 'ticket', due_date, sum(change), sum(cents) from (select '' as due_date, -1 as change, -(old.total_cents - old.billed_cents) as cents where old.total_cents > old.billed_cents) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
  delete from open_amount where subject = 'ticket' and due_date = '' and "count" = 0; end;
CREATE TRIGGER ticket_open_insert after insert on ticket when new.total_cents > new.billed_cents begin insert into open_amount (subject, due_date, "count", cents)
    select 'ticket', due_date, sum(change), sum(cents) from (select '' as due_date, 1 as change, (new.total_cents - new.billed_cents) as cents where new.total_cents > new.billed_cents) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
   end;
CREATE TRIGGER ticket_open_update after update of total_cents, billed_cents on ticket when old.total_cents is not new.total_cents or old.billed_cents is not new.billed_cents begin insert into open_amount (subject, due_date, "count", cents)
    select 'ticket', due_date, sum(change), sum(cents) from (select '' as due_date, -1 as change, -(old.total_cents - old.billed_cents) as cents where old.total_cents > old.billed_cents union all select '' as due_date, 1 as change, (new.total_cents - new.billed_cents) as cents where new.total_cents > new.billed_cents) as step
    where true group by due_date having sum(change) <> 0 or sum(cents) <> 0 order by due_date
    on conflict (subject, due_date) do update set "count" = open_amount."count" + excluded."count",
      cents = open_amount.cents + excluded.cents;
  delete from open_amount where subject = 'ticket' and due_date = '' and "count" = 0; end;

create table "ticket_attachment" (
  "file_id" text not null primary key references "file" ("id") on delete cascade,
  "ticket_id" text not null references "ticket" ("id") on delete cascade
);
CREATE INDEX "ticket_attachment_of_ticket" on "ticket_attachment" ("ticket_id", "file_id");

create table "ticket_entry" (
  "id" text not null primary key,
  "ticket_id" text not null references "ticket" ("id") on delete cascade,
  "customer_id" text not null references "customer" ("id"),
  "name" text not null,
  "description" text not null,
  "type" text not null check (type in ('consulting', 'installation', 'configuration', 'development', 'maintenance', 'travel', 'wish')),
  "progress" text not null check (progress in ('upcoming', 'inProgress', 'finished')),
  "minutes" integer not null check (minutes >= 0),
  "hourly_rate_cents" bigint not null check (hourly_rate_cents >= 0),
  "extra_cents" bigint not null check (extra_cents >= 0),
  "extra_text" text not null,
  "total_cents" bigint not null check (total_cents >= 0),
  "date" text not null,
  "created_by" text not null check (created_by in ('customer', 'admin')),
  "created_by_user_id" text references "user_account" ("id") on delete set null,
  "invoice_id" text references "invoice" ("id"),
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null
);
CREATE INDEX "ticket_entry_billable" on "ticket_entry" ("progress", "customer_id", "date", "id", "minutes", "total_cents", "invoice_id") where invoice_id is null and progress = 'finished';
CREATE INDEX "ticket_entry_by_date" on "ticket_entry" ("date", "id", "progress", "minutes");
CREATE INDEX "ticket_entry_by_progress" on "ticket_entry" ("progress", "date", "id");
CREATE INDEX "ticket_entry_by_user" on "ticket_entry" ("created_by_user_id");
CREATE INDEX "ticket_entry_invoiced_by_invoice_id" on "ticket_entry" ("invoice_id", "ticket_id") where "invoice_id" is not null;
CREATE INDEX "ticket_entry_invoiced_by_ticket_id" on "ticket_entry" ("ticket_id", "invoice_id") where "invoice_id" is not null;
CREATE INDEX "ticket_entry_of_customer_by_date" on "ticket_entry" ("customer_id", "date", "id", "progress", "minutes");
CREATE INDEX "ticket_entry_of_customer_by_id" on "ticket_entry" ("customer_id", "id", "progress");
CREATE INDEX "ticket_entry_of_ticket_by_date" on "ticket_entry" ("ticket_id", "date", "id", "progress", "minutes", "customer_id");
CREATE INDEX "ticket_entry_of_ticket_by_id" on "ticket_entry" ("ticket_id", "id", "progress", "customer_id");
CREATE INDEX "ticket_entry_of_wish" on "ticket_entry" ("progress", "id", "ticket_id") where type = 'wish' and created_by = 'customer';
CREATE TRIGGER ticket_entry_counted_delete after delete on ticket_entry begin update row_count set "count" = "count" - 1 where list = 'ticket_entry' and key = old.progress; end;
CREATE TRIGGER ticket_entry_counted_insert after insert on ticket_entry begin insert into row_count (list, key, "count") values ('ticket_entry', new.progress, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_entry_counted_update after update of progress on ticket_entry when old.progress <> new.progress begin update row_count set "count" = "count" - 1 where list = 'ticket_entry' and key = old.progress; insert into row_count (list, key, "count") values ('ticket_entry', new.progress, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_entry_month_bill after update of date, total_cents, invoice_id on ticket_entry when old.date is not new.date or old.total_cents is not new.total_cents or old.invoice_id is not new.invoice_id begin update work_month set billed_cents = billed_cents - old.total_cents
    where month = substr(old.date, 1, 7) and exists (select 1 from invoice where id = old.invoice_id and state = 'issued'); insert into work_month (month, minutes, total_cents, billed_cents)
    select substr(new.date, 1, 7), 0, 0, new.total_cents where exists (select 1 from invoice where id = new.invoice_id and state = 'issued')
    on conflict (month) do update set billed_cents = work_month.billed_cents + excluded.billed_cents; end;
CREATE TRIGGER ticket_entry_month_delete after delete on ticket_entry begin update work_month set minutes = minutes - old.minutes, total_cents = total_cents - old.total_cents
    where month = substr(old.date, 1, 7); update work_month set billed_cents = billed_cents - old.total_cents
    where month = substr(old.date, 1, 7) and exists (select 1 from invoice where id = old.invoice_id and state = 'issued'); end;
CREATE TRIGGER ticket_entry_month_insert after insert on ticket_entry begin insert into work_month (month, minutes, total_cents, billed_cents)
    values (substr(new.date, 1, 7), new.minutes, new.total_cents, 0)
    on conflict (month) do update set minutes = work_month.minutes + excluded.minutes,
      total_cents = work_month.total_cents + excluded.total_cents; insert into work_month (month, minutes, total_cents, billed_cents)
    select substr(new.date, 1, 7), 0, 0, new.total_cents where exists (select 1 from invoice where id = new.invoice_id and state = 'issued')
    on conflict (month) do update set billed_cents = work_month.billed_cents + excluded.billed_cents; end;
CREATE TRIGGER ticket_entry_month_update after update of date, minutes, total_cents on ticket_entry when old.date <> new.date or old.minutes <> new.minutes or old.total_cents <> new.total_cents begin update work_month set minutes = minutes - old.minutes, total_cents = total_cents - old.total_cents
    where month = substr(old.date, 1, 7); insert into work_month (month, minutes, total_cents, billed_cents)
    values (substr(new.date, 1, 7), new.minutes, new.total_cents, 0)
    on conflict (month) do update set minutes = work_month.minutes + excluded.minutes,
      total_cents = work_month.total_cents + excluded.total_cents; end;
CREATE TRIGGER ticket_entry_of_customer_counted_delete after delete on ticket_entry begin update row_count set "count" = "count" - 1 where list = 'ticket_entry_of_customer' and key = old.customer_id || ' ' || old.progress; delete from row_count where list = 'ticket_entry_of_customer' and key = old.customer_id || ' ' || old.progress and "count" = 0; end;
CREATE TRIGGER ticket_entry_of_customer_counted_insert after insert on ticket_entry begin insert into row_count (list, key, "count") values ('ticket_entry_of_customer', new.customer_id || ' ' || new.progress, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER ticket_entry_of_customer_counted_update after update of customer_id, progress on ticket_entry when old.customer_id || ' ' || old.progress <> new.customer_id || ' ' || new.progress begin update row_count set "count" = "count" - 1 where list = 'ticket_entry_of_customer' and key = old.customer_id || ' ' || old.progress; delete from row_count where list = 'ticket_entry_of_customer' and key = old.customer_id || ' ' || old.progress and "count" = 0; insert into row_count (list, key, "count") values ('ticket_entry_of_customer', new.customer_id || ' ' || new.progress, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "totp" (
  "id" text not null primary key,
  "user_id" text not null unique references "user_account" ("id") on delete cascade,
  "sealed_seed" text not null,
  "last_step" integer not null,
  "created_at" text not null,
  "confirmed_at" text
);

create table "user_account" (
  "id" text not null primary key,
  "username" text not null,
  "username_key" text not null unique,
  "email" text not null,
  "email_key" text not null,
  "first_name" text not null,
  "last_name" text not null,
  "role" text not null check (role in ('customer', 'admin')),
  "customer_id" text references "customer" ("id"),
  "password_hash" text,
  "is_active" integer not null check (is_active in (0, 1)),
  "invited_at" text,
  "last_login_at" text,
  "revision" integer default 1 not null,
  "created_at" text not null,
  "updated_at" text not null,
  "second_factor" text default 'off' not null check (second_factor in ('off', 'totp', 'passkey')),
  "last_failed_login_at" text,
  "last_failed_login_network" text default '' not null,
  "access_generation" integer default 0 not null
);
CREATE INDEX "user_account_by_created_at" on "user_account" ("created_at", "id");
CREATE INDEX "user_account_by_customer" on "user_account" ("customer_id", "username_key", "id", "role");
CREATE INDEX "user_account_by_email" on "user_account" ("email_key");
CREATE INDEX "user_account_by_role" on "user_account" ("role", "username_key", "id");
CREATE INDEX "user_account_of_customer_by_created_at" on "user_account" ("customer_id", "created_at", "id");
CREATE TRIGGER user_account_counted_delete after delete on user_account begin update row_count set "count" = "count" - 1 where list = 'user_account' and key = old.role; end;
CREATE TRIGGER user_account_counted_insert after insert on user_account begin insert into row_count (list, key, "count") values ('user_account', new.role, 1) on conflict (list, key) do update set "count" = "count" + 1; end;
CREATE TRIGGER user_account_counted_update after update of role on user_account when old.role <> new.role begin update row_count set "count" = "count" - 1 where list = 'user_account' and key = old.role; insert into row_count (list, key, "count") values ('user_account', new.role, 1) on conflict (list, key) do update set "count" = "count" + 1; end;

create table "website_day" (
  "service_id" text not null references "website_service" ("service_id") on delete cascade,
  "date" text not null,
  "checks" integer not null check (checks > 0),
  "failures" integer not null check (failures between 0 and checks),
  "total_ms" bigint not null,
  "slowest_ms" integer not null,
  constraint "website_day_primary" primary key ("service_id", "date")
);
CREATE INDEX "website_day_by_date" on "website_day" ("date");

create table "website_outage" (
  "service_id" text not null references "website_service" ("service_id") on delete cascade,
  "started_at" text not null,
  "ended_at" text,
  "error" text not null check (error in ('dns', 'refused', 'timeout', 'tls', 'status', 'blocked')),
  "status_code" integer,
  constraint "website_outage_primary" primary key ("service_id", "started_at")
);
CREATE INDEX "website_outage_by_end" on "website_outage" ("ended_at");

create table "website_service" (
  "service_id" text not null primary key references "service" ("id") on delete cascade,
  "is_watched" integer not null check (is_watched in (0, 1)),
  "next_check_at" text,
  "checked_at" text,
  "outcome" text check (outcome in ('ok', 'dns', 'refused', 'timeout', 'tls', 'status', 'blocked')),
  "status_code" integer,
  "response_ms" integer check (response_ms >= 0),
  "failures_in_row" integer not null check (failures_in_row >= 0),
  "failing_since" text,
  "certificate_expires_at" text,
  "certificate_warned_for" text,
  constraint "website_service_checked" check ((checked_at is null) = (outcome is null)),
  constraint "website_service_failing" check ((failures_in_row = 0) = (failing_since is null))
);
CREATE INDEX "website_service_by_certificate_expires_at" on "website_service" ("certificate_expires_at") where "certificate_expires_at" is not null;
CREATE INDEX "website_service_by_next_check_at" on "website_service" ("next_check_at") where "next_check_at" is not null;

create table "work_month" (
  "month" text not null primary key,
  "minutes" bigint not null check (minutes >= 0),
  "total_cents" bigint not null check (total_cents >= 0),
  "billed_cents" bigint not null check (billed_cents >= 0)
);

create table "work_span" (
  "id" text not null primary key,
  "user_id" text not null references "user_account" ("id") on delete cascade,
  "ticket_id" text not null references "ticket" ("id") on delete cascade,
  "entry_id" text references "ticket_entry" ("id") on delete cascade,
  "started_at" text not null,
  "stopped_at" text,
  "is_waiting" integer default 0 not null check (is_waiting in (0, 1)),
  constraint "work_span_runs_forward" check (stopped_at is null or stopped_at >= started_at)
);
CREATE INDEX "work_span_of_entry" on "work_span" ("entry_id", "started_at");
CREATE INDEX "work_span_of_ticket" on "work_span" ("ticket_id");
CREATE INDEX "work_span_of_user" on "work_span" ("user_id");
CREATE UNIQUE INDEX "work_span_running_once" on "work_span" ("user_id") where "stopped_at" is null;
CREATE INDEX "work_span_waiting" on "work_span" ("user_id", "started_at") where is_waiting = 1;
