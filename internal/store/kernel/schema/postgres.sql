-- Version 32. Written by go test ./internal/store -run Schema -update. Do not edit.

CREATE FUNCTION account_renamed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  if (old.first_name, old.last_name, old.is_private) is distinct from (new.first_name, new.last_name, new.is_private) then
    insert into change (kind, account, first, last)
      select 'playlist', m.account, p.seq, p.seq from playlist p join playlist_member m on m.playlist = p.seq where p.account = new.seq
      union select 'playlist', new.seq, seq, seq from playlist where account = new.seq;
  end if;
  return null;
end $$;
CREATE FUNCTION liked_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
  return null;
end $$;
CREATE FUNCTION liked_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last, gone)
    select 'like', a.seq, t.seq, t.seq, t.id from account a, track t where a.seq = old.account and t.seq = old.track;
  return null;
end $$;
CREATE FUNCTION playlist_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last) values ('playlist', new.account, new.seq, new.seq);
  return null;
end $$;
CREATE FUNCTION playlist_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last)
    select 'playlist', account, new.seq, new.seq from playlist_member where playlist = new.seq union select 'playlist', new.account, new.seq, new.seq;
  return null;
end $$;
CREATE FUNCTION playlist_joined() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last)
    select 'playlist', account, playlist, playlist from playlist_member where playlist = new.playlist
    union select 'playlist', account, seq, seq from playlist where seq = new.playlist;
  return null;
end $$;
CREATE FUNCTION playlist_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, gone)
    select 'playlist', a.seq, p.id from account a, playlist p where a.seq = old.account and p.seq = old.playlist;
  insert into change (kind, account, first, last)
    select 'playlist', m.account, p.seq, p.seq from playlist_member m join playlist p on p.seq = m.playlist where m.playlist = old.playlist
    union select 'playlist', account, seq, seq from playlist where seq = old.playlist;
  return null;
end $$;
CREATE FUNCTION playlist_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, gone)
    select 'playlist', seq, old.id from account where seq = old.account or seq in (select account from playlist_member where playlist = old.seq);
  return old;
end $$;
CREATE FUNCTION rating_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
  return null;
end $$;
CREATE FUNCTION rating_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, first, last)
    select 'like', a.seq, t.seq, t.seq from account a, track t where a.seq = old.account and t.seq = old.track;
  return null;
end $$;
CREATE FUNCTION track_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  if (old.title, old.artist, old.artist_id, old.album_title, old.album_id, old.album_artist, old.genre, old.year, old.disc, old.number,
    old.duration, old.samples, old.sample_rate, old.channels, old.bit_depth, old.bitrate, old.format, old.size, old.cover,
    old.has_lyrics, old.is_public, old.is_ai_generated, old.owner, old.missing_at, old.track_gain, old.track_peak, old.album_gain,
    old.album_peak, old.tempo, old.music_key, old.loudness, old.energy)
    is distinct from (new.title, new.artist, new.artist_id, new.album_title, new.album_id, new.album_artist, new.genre, new.year, new.disc, new.number,
    new.duration, new.samples, new.sample_rate, new.channels, new.bit_depth, new.bitrate, new.format, new.size, new.cover,
    new.has_lyrics, new.is_public, new.is_ai_generated, new.owner, new.missing_at, new.track_gain, new.track_peak, new.album_gain,
    new.album_peak, new.tempo, new.music_key, new.loudness, new.energy) then
    insert into change (kind, first, last, gone, is_public, owner) values ('track', new.seq, new.seq,
      case when old.missing_at = 0 and (new.missing_at > 0 or old.is_public and not new.is_public) then old.id else '' end, old.is_public, old.owner);
  end if;
  return null;
end $$;
CREATE FUNCTION track_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  insert into change (kind, account, gone) select 'like', account, old.id from liked where track = old.seq;
  insert into change (kind, gone, is_public, owner) select 'track', old.id, old.is_public, old.owner where old.missing_at = 0;
  return old;
end $$;
CREATE TABLE account (
    seq bigint NOT NULL,
    id text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    bio text NOT NULL,
    location text NOT NULL,
    website text NOT NULL,
    phone_number text NOT NULL,
    date_of_birth text NOT NULL,
    is_private boolean NOT NULL,
    email_notifications boolean NOT NULL,
    push_notifications boolean NOT NULL,
    profile_image_url text NOT NULL,
    auth_provider text NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL,
    last_login_at bigint NOT NULL,
    disabled_at bigint NOT NULL,
    verified_at bigint DEFAULT 0 NOT NULL,
    delete_at bigint DEFAULT 0 NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    pending_email text DEFAULT ''::text NOT NULL,
    factor_due_at bigint DEFAULT 0 NOT NULL,
    totp_secret bytea,
    totp_at bigint DEFAULT 0 NOT NULL,
    totp_step bigint DEFAULT 0 NOT NULL,
    history_paused_at bigint DEFAULT 0 NOT NULL,
    history_cleared_at bigint DEFAULT 0 NOT NULL,
    digest text DEFAULT 'never'::text NOT NULL,
    digest_at bigint DEFAULT 0 NOT NULL,
    shows_playing boolean DEFAULT false NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    removed_at bigint DEFAULT 0 NOT NULL,
    storage_limit bigint,
    ai_limit bigint
);
ALTER TABLE account ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME account_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE album (
    seq bigint NOT NULL,
    id text NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    title_sort text NOT NULL COLLATE pg_catalog."C",
    artist text DEFAULT ''::text NOT NULL,
    artist_id text DEFAULT ''::text NOT NULL,
    artist_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    year bigint DEFAULT 0 NOT NULL,
    genre text DEFAULT ''::text NOT NULL,
    compilation boolean DEFAULT false NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    discs bigint DEFAULT 0 NOT NULL,
    duration bigint DEFAULT 0 NOT NULL,
    added_at bigint NOT NULL,
    public_tracks bigint DEFAULT 0 NOT NULL,
    tracks bigint DEFAULT 0 NOT NULL,
    all_tracks bigint DEFAULT 0 NOT NULL
);
CREATE TABLE album_search (
    rowid bigint NOT NULL,
    words tsvector NOT NULL
);
ALTER TABLE album ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME album_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE alert (
    seq bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    topic text NOT NULL,
    data text NOT NULL,
    link text NOT NULL,
    count bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    solved_at bigint DEFAULT 0 NOT NULL,
    told_at bigint DEFAULT 0 NOT NULL,
    due_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE alert_delivery (
    seq bigint NOT NULL,
    id text NOT NULL,
    alert bigint NOT NULL,
    channel text NOT NULL,
    state text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE alert_delivery ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME alert_delivery_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE alert_read (
    account bigint NOT NULL,
    alert bigint NOT NULL,
    read_at bigint NOT NULL
);
ALTER TABLE alert ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME alert_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE analysis (
    track bigint NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    audio_key bigint DEFAULT 0 NOT NULL,
    result text DEFAULT ''::text NOT NULL,
    vector bytea,
    overview bytea,
    edit text DEFAULT ''::text NOT NULL,
    edited_at bigint DEFAULT 0 NOT NULL,
    edited_by text DEFAULT ''::text NOT NULL,
    tempo double precision DEFAULT 0 NOT NULL,
    music_key bigint DEFAULT '-1'::integer NOT NULL,
    loudness double precision DEFAULT '-1000'::integer NOT NULL,
    energy double precision DEFAULT '-1'::integer NOT NULL,
    edit_tempo double precision,
    edit_key bigint,
    tried bigint DEFAULT 0 NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    run_at bigint DEFAULT 0 NOT NULL,
    leased_until bigint DEFAULT 0 NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    analysed_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE api_key (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    hash bytea NOT NULL,
    sealed bytea,
    name text NOT NULL,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    last_address text NOT NULL
);
ALTER TABLE api_key ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME api_key_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE artist (
    seq bigint NOT NULL,
    id text NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    sort_name text NOT NULL COLLATE pg_catalog."C",
    musicbrainz_id text NOT NULL,
    public_tracks bigint DEFAULT 0 NOT NULL,
    tracks bigint DEFAULT 0 NOT NULL,
    all_tracks bigint DEFAULT 0 NOT NULL,
    albums bigint DEFAULT 0 NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    stale boolean DEFAULT true NOT NULL
);
CREATE TABLE artist_search (
    rowid bigint NOT NULL,
    words tsvector NOT NULL
);
ALTER TABLE artist ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME artist_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE automix (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint,
    title text NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    progress double precision DEFAULT 0 NOT NULL,
    playable bigint DEFAULT 0 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    duration bigint DEFAULT 0 NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    tracks bigint DEFAULT 0 NOT NULL,
    missed bigint DEFAULT '-1'::integer NOT NULL,
    wishes text NOT NULL,
    score text DEFAULT ''::text NOT NULL,
    sound text DEFAULT ''::text NOT NULL,
    waveform bytea DEFAULT '\x'::bytea NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE automix_dropped (
    account bigint NOT NULL,
    created_at bigint NOT NULL,
    duration bigint NOT NULL
);
ALTER TABLE automix ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME automix_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE bookmark (
    account bigint NOT NULL,
    track bigint NOT NULL,
    "position" bigint NOT NULL,
    comment text NOT NULL,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE change (
    seq bigint NOT NULL,
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    kind text NOT NULL,
    account bigint,
    first bigint DEFAULT 0 NOT NULL,
    last bigint DEFAULT 0 NOT NULL,
    gone text DEFAULT ''::text NOT NULL,
    is_public boolean DEFAULT false NOT NULL,
    owner text,
    at bigint DEFAULT (EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric) NOT NULL
);
ALTER TABLE change ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME change_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE episode (
    seq bigint NOT NULL,
    id text NOT NULL,
    podcast bigint NOT NULL,
    guid text NOT NULL,
    audio_key text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    link text NOT NULL,
    audio_url text NOT NULL,
    mime text NOT NULL,
    size bigint NOT NULL,
    duration bigint NOT NULL,
    season bigint NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    explicit boolean NOT NULL,
    chapters text NOT NULL,
    transcripts text NOT NULL,
    people text NOT NULL,
    folded text NOT NULL,
    state text NOT NULL,
    published_at bigint NOT NULL,
    track text DEFAULT ''::text NOT NULL,
    mix text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    plays bigint DEFAULT 0 NOT NULL,
    wanted boolean DEFAULT false NOT NULL,
    file text DEFAULT ''::text NOT NULL,
    file_size bigint DEFAULT 0 NOT NULL,
    fetch_after bigint DEFAULT 0 NOT NULL,
    fetch_failures bigint DEFAULT 0 NOT NULL
);
CREATE TABLE episode_play (
    seq bigint NOT NULL,
    podcast bigint NOT NULL,
    episode bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    app text NOT NULL,
    is_rolled boolean DEFAULT false NOT NULL
);
ALTER TABLE episode_play ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME episode_play_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE episode_progress (
    account bigint NOT NULL,
    episode bigint NOT NULL,
    "position" bigint NOT NULL,
    done boolean NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE episode ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME episode_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE failed_login (
    key text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE family_member (
    seq bigint NOT NULL,
    id text NOT NULL,
    payer bigint NOT NULL,
    member bigint,
    email text NOT NULL,
    hash bytea,
    invited_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    joined_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE family_member ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME family_member_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE favourite (
    account bigint NOT NULL,
    kind text NOT NULL,
    item text NOT NULL,
    liked_at bigint DEFAULT 0 NOT NULL,
    stars integer DEFAULT 0 NOT NULL
);
CREATE TABLE folder (
    seq bigint NOT NULL,
    root bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    extras bigint DEFAULT 0 NOT NULL
);
ALTER TABLE folder ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME folder_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE follow (
    seq bigint NOT NULL,
    account bigint NOT NULL,
    kind text NOT NULL,
    item text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE follow ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME follow_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE forgotten_play (
    account bigint NOT NULL,
    id text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE generation (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    parent text DEFAULT ''::text NOT NULL,
    provider text NOT NULL,
    prompt text NOT NULL,
    seed bigint NOT NULL,
    state text NOT NULL,
    stage text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    progress double precision DEFAULT 0 NOT NULL,
    playable bigint DEFAULT 0 NOT NULL,
    job text DEFAULT ''::text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    style text DEFAULT ''::text NOT NULL,
    bpm double precision DEFAULT 0 NOT NULL,
    music_key text DEFAULT ''::text NOT NULL,
    duration bigint DEFAULT 0 NOT NULL,
    plan text DEFAULT ''::text NOT NULL,
    remote text DEFAULT ''::text NOT NULL,
    track_id text DEFAULT ''::text NOT NULL,
    cost bigint DEFAULT 0 NOT NULL,
    verdict text DEFAULT ''::text NOT NULL,
    verdict_reason text DEFAULT ''::text NOT NULL,
    score double precision DEFAULT '-1'::integer NOT NULL,
    parts text DEFAULT ''::text NOT NULL,
    likeness text DEFAULT ''::text NOT NULL,
    reviewer bigint,
    reviewed_at bigint DEFAULT 0 NOT NULL,
    folded text NOT NULL,
    is_hidden boolean DEFAULT false NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    started_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE generation_log (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint,
    generation text NOT NULL,
    provider text NOT NULL,
    prompt text NOT NULL,
    status text NOT NULL,
    cost bigint NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE generation_log ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME generation_log_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE generation_message (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    content text NOT NULL,
    reply text DEFAULT ''::text NOT NULL,
    generation text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE generation_message ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME generation_message_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE generation ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME generation_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE generation_sound (
    generation text NOT NULL,
    audio_key bigint NOT NULL,
    samples bigint NOT NULL,
    checksum text NOT NULL,
    waveform bytea
);
CREATE TABLE genre (
    seq bigint NOT NULL,
    name text NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    public_tracks bigint DEFAULT 0 NOT NULL,
    tracks bigint DEFAULT 0 NOT NULL,
    all_tracks bigint DEFAULT 0 NOT NULL,
    stale boolean DEFAULT true NOT NULL
);
ALTER TABLE genre ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME genre_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE history_pause (
    account bigint NOT NULL,
    began_at bigint NOT NULL,
    ended_at bigint NOT NULL
);
CREATE TABLE identity (
    provider text NOT NULL,
    subject text NOT NULL,
    account bigint NOT NULL,
    email text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL
);
CREATE TABLE import (
    seq bigint NOT NULL,
    account bigint NOT NULL,
    id text NOT NULL,
    at bigint NOT NULL,
    files text NOT NULL,
    plays bigint DEFAULT 0 NOT NULL,
    likes bigint DEFAULT 0 NOT NULL,
    playlists bigint DEFAULT 0 NOT NULL
);
CREATE TABLE import_item (
    import bigint NOT NULL,
    kind text NOT NULL,
    item text NOT NULL
);
ALTER TABLE import ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME import_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE invitation (
    seq bigint NOT NULL,
    id text NOT NULL,
    hash bytea NOT NULL,
    note text NOT NULL,
    role text NOT NULL,
    uses_left integer NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
ALTER TABLE invitation ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME invitation_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE job (
    seq bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    account bigint,
    payload text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    run_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    progress double precision NOT NULL,
    result text NOT NULL,
    error text NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint NOT NULL
);
ALTER TABLE job ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME job_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE liked (
    account bigint NOT NULL,
    track bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE mail (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint,
    kind text NOT NULL,
    language text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    created_at bigint NOT NULL,
    sent_at bigint NOT NULL,
    attempts integer NOT NULL,
    next_at bigint NOT NULL,
    error text NOT NULL,
    unsubscribe text DEFAULT ''::text NOT NULL
);
ALTER TABLE mail ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME mail_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE marks (
    account bigint NOT NULL,
    track bigint NOT NULL,
    marks text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE membership (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    plan bigint NOT NULL,
    source text NOT NULL,
    status text NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint DEFAULT 0 NOT NULL,
    grace_until bigint DEFAULT 0 NOT NULL,
    trial_ends_at bigint DEFAULT 0 NOT NULL,
    past_due_since bigint DEFAULT 0 NOT NULL,
    canceled_at bigint DEFAULT 0 NOT NULL,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    term text DEFAULT ''::text NOT NULL,
    amount bigint DEFAULT 0 NOT NULL,
    currency text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    granted_by text DEFAULT ''::text NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
ALTER TABLE membership ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME membership_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE mix (
    seq bigint NOT NULL,
    id text NOT NULL,
    owner bigint,
    title text NOT NULL,
    dj_name text NOT NULL,
    description text NOT NULL,
    genre text NOT NULL,
    category text NOT NULL,
    audio_url text NOT NULL,
    cover_image_url text NOT NULL,
    duration bigint NOT NULL,
    bpm double precision NOT NULL,
    tags text NOT NULL,
    format text NOT NULL,
    size bigint NOT NULL,
    is_active boolean NOT NULL,
    is_public boolean NOT NULL,
    plays bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    tracklist text DEFAULT '[]'::text NOT NULL,
    may_download boolean DEFAULT false NOT NULL,
    early_until bigint DEFAULT 0 NOT NULL
);
CREATE TABLE mix_comment (
    seq bigint NOT NULL,
    id text NOT NULL,
    mix bigint NOT NULL,
    account bigint NOT NULL,
    at bigint NOT NULL,
    text text NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE mix_comment ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME mix_comment_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE mix_like (
    account bigint NOT NULL,
    mix bigint NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE mix ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME mix_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE notification (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    kind text NOT NULL,
    topic text NOT NULL,
    actor text NOT NULL,
    data text NOT NULL,
    link text NOT NULL,
    created_at bigint NOT NULL,
    read_at bigint DEFAULT 0 NOT NULL,
    dismissed_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE notification ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME notification_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE passkey (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    credential_id bytea NOT NULL,
    credential text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL
);
ALTER TABLE passkey ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME passkey_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE picture (
    hash text NOT NULL,
    mime text NOT NULL,
    bytes bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    color text DEFAULT ''::text NOT NULL
);
CREATE TABLE plan (
    seq bigint NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    rank bigint NOT NULL,
    month_amount bigint,
    month_currency text DEFAULT ''::text NOT NULL,
    year_amount bigint,
    year_currency text DEFAULT ''::text NOT NULL,
    trial_days bigint DEFAULT 0 NOT NULL,
    family_members bigint DEFAULT 0 NOT NULL,
    grants text NOT NULL,
    is_offered boolean DEFAULT false NOT NULL,
    archived_at bigint DEFAULT 0 NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
ALTER TABLE plan ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME plan_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE play (
    account bigint NOT NULL,
    id text NOT NULL,
    track bigint NOT NULL,
    started_at bigint NOT NULL,
    listened bigint NOT NULL,
    pending boolean NOT NULL,
    counted integer DEFAULT 0 NOT NULL,
    is_rolled boolean DEFAULT false NOT NULL
);
CREATE TABLE play_queue (
    account bigint NOT NULL,
    tracks text NOT NULL,
    current integer NOT NULL,
    "position" bigint NOT NULL,
    changed_at bigint NOT NULL,
    changed_by text NOT NULL
);
CREATE TABLE player_device (
    account bigint NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    queue text NOT NULL,
    queue_version bigint NOT NULL,
    track text NOT NULL,
    title text NOT NULL,
    artist text NOT NULL,
    "position" bigint NOT NULL,
    duration bigint NOT NULL,
    state text NOT NULL,
    volume double precision NOT NULL,
    at bigint NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE playlist (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    is_public boolean NOT NULL,
    cover_image_url text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    kind text DEFAULT 'list'::text NOT NULL,
    rules text DEFAULT ''::text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    invitation text DEFAULT ''::text NOT NULL
);
CREATE TABLE playlist_entry (
    seq bigint NOT NULL,
    playlist bigint NOT NULL,
    place bigint NOT NULL,
    track bigint NOT NULL,
    account bigint,
    added_at bigint NOT NULL
);
ALTER TABLE playlist_entry ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME playlist_entry_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE playlist_member (
    playlist bigint NOT NULL,
    account bigint NOT NULL,
    joined_at bigint NOT NULL
);
ALTER TABLE playlist ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME playlist_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE podcast (
    seq bigint NOT NULL,
    id text NOT NULL,
    owner bigint,
    private_to bigint,
    feed_key text NOT NULL,
    feed_url text NOT NULL,
    credentials bytea,
    title text NOT NULL,
    author text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    link text DEFAULT ''::text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    categories text DEFAULT '[]'::text NOT NULL,
    explicit boolean DEFAULT false NOT NULL,
    medium text DEFAULT 'podcast'::text NOT NULL,
    guid text DEFAULT ''::text NOT NULL,
    image_url text DEFAULT ''::text NOT NULL,
    image_seen text DEFAULT ''::text NOT NULL,
    cover text DEFAULT ''::text NOT NULL,
    funding_url text DEFAULT ''::text NOT NULL,
    funding_text text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    is_public boolean DEFAULT true NOT NULL,
    station text DEFAULT ''::text NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    episodes bigint DEFAULT 0 NOT NULL,
    newest_at bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    etag text DEFAULT ''::text NOT NULL,
    modified text DEFAULT ''::text NOT NULL,
    digest text DEFAULT ''::text NOT NULL,
    next_poll_at bigint DEFAULT 0 NOT NULL,
    leased_until bigint DEFAULT 0 NOT NULL,
    polled_at bigint DEFAULT 0 NOT NULL,
    failures bigint DEFAULT 0 NOT NULL,
    problem text DEFAULT ''::text NOT NULL
);
ALTER TABLE podcast ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME podcast_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE podcast_subscription (
    account bigint NOT NULL,
    podcast bigint NOT NULL,
    auto_download boolean NOT NULL,
    keep bigint NOT NULL,
    speed double precision NOT NULL,
    skip_silence boolean NOT NULL,
    notify boolean NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE premium_batch (
    seq bigint NOT NULL,
    id text NOT NULL,
    plan bigint NOT NULL,
    count bigint NOT NULL,
    uses bigint NOT NULL,
    days bigint DEFAULT 0 NOT NULL,
    ends_at bigint DEFAULT 0 NOT NULL,
    expires_at bigint DEFAULT 0 NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE premium_batch ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME premium_batch_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE premium_code (
    seq bigint NOT NULL,
    batch bigint NOT NULL,
    hash bytea NOT NULL,
    uses_left bigint NOT NULL
);
ALTER TABLE premium_code ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME premium_code_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE premium_customer (
    service text NOT NULL,
    customer text NOT NULL,
    account bigint NOT NULL
);
CREATE TABLE premium_event (
    seq bigint NOT NULL,
    id text NOT NULL,
    service text NOT NULL,
    external text NOT NULL,
    kind text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    received_at bigint NOT NULL,
    processed_at bigint DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL
);
ALTER TABLE premium_event ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME premium_event_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE premium_payment (
    seq bigint NOT NULL,
    id text NOT NULL,
    service text NOT NULL,
    external text NOT NULL,
    kind text NOT NULL,
    account bigint,
    plan bigint,
    email text DEFAULT ''::text NOT NULL,
    payer text DEFAULT ''::text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    tier text DEFAULT ''::text NOT NULL,
    term text DEFAULT ''::text NOT NULL,
    until bigint DEFAULT 0 NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    at bigint NOT NULL,
    matched_at bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE premium_payment ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME premium_payment_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE premium_redemption (
    code bigint NOT NULL,
    account bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE problem (
    seq bigint NOT NULL,
    root bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    reason text NOT NULL,
    size bigint NOT NULL,
    mtime bigint NOT NULL,
    seen_at bigint NOT NULL
);
ALTER TABLE problem ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME problem_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE push_subscription (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    session text NOT NULL,
    endpoint text NOT NULL,
    keys bytea NOT NULL,
    user_agent text NOT NULL,
    created_at bigint NOT NULL,
    last_sent_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE push_subscription ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME push_subscription_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE rating (
    account bigint NOT NULL,
    track bigint NOT NULL,
    stars integer NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE recording (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint,
    account bigint,
    dj text NOT NULL,
    title text NOT NULL,
    began_at bigint NOT NULL,
    ended_at bigint DEFAULT 0 NOT NULL,
    format text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    duration bigint DEFAULT 0 NOT NULL,
    from_ms bigint DEFAULT 0 NOT NULL,
    to_ms bigint DEFAULT 0 NOT NULL,
    from_byte bigint DEFAULT 0 NOT NULL,
    to_byte bigint DEFAULT 0 NOT NULL,
    tracklist text DEFAULT '[]'::text NOT NULL,
    waveform bytea DEFAULT '\x'::bytea NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    mix text DEFAULT ''::text NOT NULL
);
ALTER TABLE recording ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME recording_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE recovery_code (
    account bigint NOT NULL,
    hash bytea NOT NULL,
    used_at bigint NOT NULL
);
CREATE TABLE replay (
    seq bigint NOT NULL,
    account bigint NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer bytea,
    expires_at bigint NOT NULL
);
ALTER TABLE replay ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME replay_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE rollup (
    subject text NOT NULL,
    level integer NOT NULL,
    at bigint NOT NULL,
    data bytea NOT NULL
);
CREATE TABLE rollup_entry (
    seq bigint NOT NULL,
    source integer NOT NULL,
    item text NOT NULL,
    account bigint,
    at bigint NOT NULL,
    listened bigint NOT NULL,
    counted boolean NOT NULL,
    device text NOT NULL,
    country text NOT NULL
);
ALTER TABLE rollup_entry ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME rollup_entry_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE rollup_item (
    seq bigint NOT NULL,
    kind text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    detail text NOT NULL
);
ALTER TABLE rollup_item ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME rollup_item_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE rollup_past (
    source integer NOT NULL,
    hour bigint NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE rollup_person (
    seq bigint NOT NULL,
    account bigint
);
ALTER TABLE rollup_person ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME rollup_person_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE rollup_stale (
    subject text NOT NULL,
    level integer NOT NULL,
    at bigint NOT NULL,
    mark bigint NOT NULL
);
CREATE TABLE root (
    seq bigint NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    active boolean NOT NULL
);
ALTER TABLE root ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME root_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE scan (
    id integer NOT NULL,
    status text NOT NULL,
    CONSTRAINT scan_id_check CHECK ((id = 1))
);
CREATE TABLE scrobble (
    seq bigint NOT NULL,
    connection bigint NOT NULL,
    account bigint NOT NULL,
    play text NOT NULL
);
CREATE TABLE scrobble_connection (
    seq bigint NOT NULL,
    account bigint NOT NULL,
    service text NOT NULL,
    server text DEFAULT ''::text NOT NULL,
    name text NOT NULL,
    secret bytea NOT NULL,
    connected_at bigint NOT NULL,
    is_stopped boolean DEFAULT false NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    failures bigint DEFAULT 0 NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL,
    sent bigint DEFAULT 0 NOT NULL,
    refused bigint DEFAULT 0 NOT NULL,
    sent_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE scrobble_connection ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME scrobble_connection_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE scrobble ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME scrobble_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE secret (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE security_event (
    seq bigint NOT NULL,
    at bigint NOT NULL,
    account bigint,
    actor text NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    detail text NOT NULL
);
ALTER TABLE security_event ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME security_event_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE session (
    id text NOT NULL,
    account bigint NOT NULL,
    refresh_hash bytea NOT NULL,
    previous_hash bytea,
    rotated_at bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL,
    name text DEFAULT ''::text NOT NULL
);
CREATE TABLE setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE setting_save (
    seq bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    changes text NOT NULL
);
ALTER TABLE setting_save ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME setting_save_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE share (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    kind text NOT NULL,
    item text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    visits bigint DEFAULT 0 NOT NULL,
    last_visit_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE share ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME share_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE signing_key (
    id text NOT NULL,
    secret bytea NOT NULL,
    created_at bigint NOT NULL,
    retired_at bigint NOT NULL
);
CREATE TABLE sonora_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);
ALTER TABLE sonora_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME sonora_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station (
    seq bigint NOT NULL,
    id text NOT NULL,
    owner bigint,
    name text NOT NULL,
    description text NOT NULL,
    genre text NOT NULL,
    country text NOT NULL,
    stream_url text NOT NULL,
    metadata_url text NOT NULL,
    logo_url text NOT NULL,
    kind text NOT NULL,
    bitrate integer NOT NULL,
    format text NOT NULL,
    is_public boolean NOT NULL,
    created_at bigint NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    mode text DEFAULT 'relay'::text NOT NULL,
    mount text DEFAULT ''::text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    options text DEFAULT '{}'::text NOT NULL,
    logo text DEFAULT ''::text NOT NULL,
    version bigint DEFAULT 1 NOT NULL
);
CREATE TABLE station_dj (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    account bigint,
    name text NOT NULL,
    password_hash text NOT NULL,
    any_time boolean NOT NULL,
    is_enabled boolean NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE station_dj ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_dj_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_event (
    seq bigint NOT NULL,
    station bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    text text NOT NULL
);
ALTER TABLE station_event ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_event_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_list (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    playlist text NOT NULL,
    role text NOT NULL,
    weight bigint NOT NULL,
    every_songs bigint NOT NULL,
    every_minutes bigint NOT NULL,
    minute bigint NOT NULL,
    is_enabled boolean NOT NULL,
    "position" bigint NOT NULL
);
ALTER TABLE station_list ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_list_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_message (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    account bigint NOT NULL,
    text text NOT NULL,
    created_at bigint NOT NULL,
    removed_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE station_message ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_message_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_play (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    began_at bigint NOT NULL,
    ended_at bigint DEFAULT 0 NOT NULL,
    track bigint,
    artist text NOT NULL,
    title text NOT NULL,
    source text NOT NULL,
    dj text NOT NULL,
    reason text NOT NULL,
    listeners bigint DEFAULT 0 NOT NULL,
    curve text DEFAULT '[]'::text NOT NULL
);
ALTER TABLE station_play ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_play_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_request (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    track bigint NOT NULL,
    account bigint,
    message text NOT NULL,
    votes bigint NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    asked_at bigint NOT NULL,
    played_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE station_request ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_request_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE station ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_session (
    seq bigint NOT NULL,
    station bigint NOT NULL,
    account bigint,
    began_at bigint NOT NULL,
    seconds bigint NOT NULL,
    format text NOT NULL,
    is_rolled boolean DEFAULT false NOT NULL
);
ALTER TABLE station_session ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_session_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_show (
    seq bigint NOT NULL,
    id text NOT NULL,
    station bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    dj text NOT NULL,
    lists text NOT NULL,
    days bigint NOT NULL,
    start_minute bigint NOT NULL,
    minutes bigint NOT NULL,
    first_day text NOT NULL,
    last_day text NOT NULL,
    is_hard boolean NOT NULL,
    is_recorded boolean NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE station_show ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME station_show_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE station_state (
    station bigint NOT NULL,
    queue text NOT NULL,
    revision bigint NOT NULL,
    state text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE station_vote (
    request bigint NOT NULL,
    account bigint NOT NULL
);
CREATE TABLE storage_sample (
    kind text NOT NULL,
    day bigint NOT NULL,
    at bigint NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE tag_edit (
    seq bigint NOT NULL,
    id text NOT NULL,
    track bigint NOT NULL,
    account text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    in_file boolean NOT NULL,
    created_at bigint NOT NULL,
    undone_at bigint DEFAULT 0 NOT NULL
);
ALTER TABLE tag_edit ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tag_edit_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tag_override (
    track bigint NOT NULL,
    content text NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    mtime bigint DEFAULT 0 NOT NULL
);
CREATE TABLE ticket (
    hash bytea NOT NULL,
    purpose text NOT NULL,
    account bigint,
    data text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE track (
    seq bigint NOT NULL,
    id text NOT NULL,
    title text NOT NULL,
    title_sort text NOT NULL COLLATE pg_catalog."C",
    plays bigint DEFAULT 0 NOT NULL,
    missing_at bigint DEFAULT 0 NOT NULL,
    is_public boolean NOT NULL,
    owner text,
    artist text NOT NULL,
    artist_id text NOT NULL,
    artist_key text NOT NULL COLLATE pg_catalog."C",
    album bigint,
    album_id text NOT NULL,
    album_title text NOT NULL,
    album_artist text NOT NULL,
    "position" bigint NOT NULL,
    genre text NOT NULL,
    year bigint NOT NULL,
    disc bigint NOT NULL,
    number bigint NOT NULL,
    duration bigint NOT NULL,
    samples bigint NOT NULL,
    sample_rate bigint NOT NULL,
    channels bigint NOT NULL,
    bit_depth bigint NOT NULL,
    bitrate bigint NOT NULL,
    format text NOT NULL,
    size bigint NOT NULL,
    cover text NOT NULL,
    has_lyrics boolean NOT NULL,
    is_ai_generated boolean DEFAULT false NOT NULL,
    added_at bigint NOT NULL,
    track_gain double precision,
    track_peak double precision,
    album_gain double precision,
    album_peak double precision,
    folder bigint NOT NULL,
    name text NOT NULL,
    mtime bigint NOT NULL,
    audio_key bigint NOT NULL,
    cover_folder bigint,
    cover_name text NOT NULL,
    track_total bigint NOT NULL,
    disc_total bigint NOT NULL,
    disc_subtitle text NOT NULL,
    compilation boolean NOT NULL,
    bpm double precision NOT NULL,
    isrc text NOT NULL,
    recording_id text NOT NULL,
    analysed bigint DEFAULT 0 NOT NULL,
    tempo double precision DEFAULT 0 NOT NULL,
    music_key bigint DEFAULT '-1'::integer NOT NULL,
    loudness double precision DEFAULT '-1000'::integer NOT NULL,
    energy double precision DEFAULT '-1'::integer NOT NULL,
    album_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE track_artist (
    track bigint NOT NULL,
    role bigint NOT NULL,
    "position" bigint NOT NULL,
    artist bigint NOT NULL
);
CREATE TABLE track_genre (
    track bigint NOT NULL,
    "position" bigint NOT NULL,
    genre bigint NOT NULL
);
CREATE TABLE track_search (
    rowid bigint NOT NULL,
    words tsvector NOT NULL
);
ALTER TABLE track ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME track_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE track_text (
    track bigint NOT NULL,
    lyrics_kind text NOT NULL,
    lyrics text NOT NULL,
    comment text NOT NULL
);
CREATE TABLE upload (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint,
    file_name text NOT NULL,
    metadata text NOT NULL,
    length bigint NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    audio text DEFAULT ''::text NOT NULL,
    track_id text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    is_mix boolean DEFAULT false NOT NULL,
    is_recording boolean DEFAULT false NOT NULL
);
ALTER TABLE upload ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME upload_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE webhook (
    seq bigint NOT NULL,
    id text NOT NULL,
    account bigint NOT NULL,
    address text NOT NULL,
    events text NOT NULL,
    secret bytea NOT NULL,
    created_at bigint NOT NULL,
    is_paused boolean DEFAULT false NOT NULL,
    is_stopped boolean DEFAULT false NOT NULL,
    problem text DEFAULT ''::text NOT NULL,
    failures bigint DEFAULT 0 NOT NULL,
    failing_since bigint DEFAULT 0 NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL,
    sent bigint DEFAULT 0 NOT NULL,
    sent_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE webhook_delivery (
    seq bigint NOT NULL,
    id text NOT NULL,
    webhook bigint NOT NULL,
    event text NOT NULL,
    data text NOT NULL,
    state text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    at bigint NOT NULL,
    updated_at bigint NOT NULL
);
ALTER TABLE webhook_delivery ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME webhook_delivery_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE webhook ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME webhook_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY account
    ADD CONSTRAINT account_email_key UNIQUE (email);
ALTER TABLE ONLY account
    ADD CONSTRAINT account_id_key UNIQUE (id);
ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY album
    ADD CONSTRAINT album_id_key UNIQUE (id);
ALTER TABLE ONLY album
    ADD CONSTRAINT album_key_key UNIQUE (key);
ALTER TABLE ONLY album
    ADD CONSTRAINT album_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY album_search
    ADD CONSTRAINT album_search_pkey PRIMARY KEY (rowid);
ALTER TABLE ONLY alert_delivery
    ADD CONSTRAINT alert_delivery_id_key UNIQUE (id);
ALTER TABLE ONLY alert_delivery
    ADD CONSTRAINT alert_delivery_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY alert
    ADD CONSTRAINT alert_id_key UNIQUE (id);
ALTER TABLE ONLY alert
    ADD CONSTRAINT alert_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY alert_read
    ADD CONSTRAINT alert_read_pkey PRIMARY KEY (account, alert);
ALTER TABLE ONLY analysis
    ADD CONSTRAINT analysis_pkey PRIMARY KEY (track);
ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);
ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_id_key UNIQUE (id);
ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY artist
    ADD CONSTRAINT artist_id_key UNIQUE (id);
ALTER TABLE ONLY artist
    ADD CONSTRAINT artist_key_key UNIQUE (key);
ALTER TABLE ONLY artist
    ADD CONSTRAINT artist_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY artist_search
    ADD CONSTRAINT artist_search_pkey PRIMARY KEY (rowid);
ALTER TABLE ONLY automix
    ADD CONSTRAINT automix_id_key UNIQUE (id);
ALTER TABLE ONLY automix
    ADD CONSTRAINT automix_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY bookmark
    ADD CONSTRAINT bookmark_pkey PRIMARY KEY (account, track);
ALTER TABLE ONLY change
    ADD CONSTRAINT change_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY episode
    ADD CONSTRAINT episode_id_key UNIQUE (id);
ALTER TABLE ONLY episode
    ADD CONSTRAINT episode_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY episode_play
    ADD CONSTRAINT episode_play_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY episode_progress
    ADD CONSTRAINT episode_progress_pkey PRIMARY KEY (account, episode);
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_hash_key UNIQUE (hash);
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_id_key UNIQUE (id);
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_member_key UNIQUE (member);
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY favourite
    ADD CONSTRAINT favourite_pkey PRIMARY KEY (account, kind, item);
ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_root_key_key UNIQUE (root, key);
ALTER TABLE ONLY follow
    ADD CONSTRAINT follow_account_kind_item_key UNIQUE (account, kind, item);
ALTER TABLE ONLY follow
    ADD CONSTRAINT follow_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY forgotten_play
    ADD CONSTRAINT forgotten_play_pkey PRIMARY KEY (account, id);
ALTER TABLE ONLY generation
    ADD CONSTRAINT generation_id_key UNIQUE (id);
ALTER TABLE ONLY generation_log
    ADD CONSTRAINT generation_log_id_key UNIQUE (id);
ALTER TABLE ONLY generation_log
    ADD CONSTRAINT generation_log_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY generation_message
    ADD CONSTRAINT generation_message_id_key UNIQUE (id);
ALTER TABLE ONLY generation_message
    ADD CONSTRAINT generation_message_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY generation
    ADD CONSTRAINT generation_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY generation_sound
    ADD CONSTRAINT generation_sound_pkey PRIMARY KEY (generation);
ALTER TABLE ONLY genre
    ADD CONSTRAINT genre_name_key UNIQUE (name);
ALTER TABLE ONLY genre
    ADD CONSTRAINT genre_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY history_pause
    ADD CONSTRAINT history_pause_pkey PRIMARY KEY (account, began_at);
ALTER TABLE ONLY identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (provider, subject);
ALTER TABLE ONLY import
    ADD CONSTRAINT import_id_key UNIQUE (id);
ALTER TABLE ONLY import_item
    ADD CONSTRAINT import_item_pkey PRIMARY KEY (import, kind, item);
ALTER TABLE ONLY import
    ADD CONSTRAINT import_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY invitation
    ADD CONSTRAINT invitation_hash_key UNIQUE (hash);
ALTER TABLE ONLY invitation
    ADD CONSTRAINT invitation_id_key UNIQUE (id);
ALTER TABLE ONLY invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY job
    ADD CONSTRAINT job_id_key UNIQUE (id);
ALTER TABLE ONLY job
    ADD CONSTRAINT job_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY liked
    ADD CONSTRAINT liked_pkey PRIMARY KEY (account, track);
ALTER TABLE ONLY mail
    ADD CONSTRAINT mail_id_key UNIQUE (id);
ALTER TABLE ONLY mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (account, track);
ALTER TABLE ONLY membership
    ADD CONSTRAINT membership_id_key UNIQUE (id);
ALTER TABLE ONLY membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY mix_comment
    ADD CONSTRAINT mix_comment_id_key UNIQUE (id);
ALTER TABLE ONLY mix_comment
    ADD CONSTRAINT mix_comment_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY mix
    ADD CONSTRAINT mix_id_key UNIQUE (id);
ALTER TABLE ONLY mix_like
    ADD CONSTRAINT mix_like_pkey PRIMARY KEY (account, mix);
ALTER TABLE ONLY mix
    ADD CONSTRAINT mix_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY notification
    ADD CONSTRAINT notification_account_topic_key UNIQUE (account, topic);
ALTER TABLE ONLY notification
    ADD CONSTRAINT notification_id_key UNIQUE (id);
ALTER TABLE ONLY notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_id_key UNIQUE (id);
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY plan
    ADD CONSTRAINT plan_id_key UNIQUE (id);
ALTER TABLE ONLY plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY play
    ADD CONSTRAINT play_pkey PRIMARY KEY (account, id);
ALTER TABLE ONLY play_queue
    ADD CONSTRAINT play_queue_pkey PRIMARY KEY (account);
ALTER TABLE ONLY player_device
    ADD CONSTRAINT player_device_pkey PRIMARY KEY (account, id);
ALTER TABLE ONLY playlist_entry
    ADD CONSTRAINT playlist_entry_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY playlist
    ADD CONSTRAINT playlist_id_key UNIQUE (id);
ALTER TABLE ONLY playlist_member
    ADD CONSTRAINT playlist_member_pkey PRIMARY KEY (playlist, account);
ALTER TABLE ONLY playlist
    ADD CONSTRAINT playlist_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY podcast
    ADD CONSTRAINT podcast_feed_key_key UNIQUE (feed_key);
ALTER TABLE ONLY podcast
    ADD CONSTRAINT podcast_id_key UNIQUE (id);
ALTER TABLE ONLY podcast
    ADD CONSTRAINT podcast_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY podcast_subscription
    ADD CONSTRAINT podcast_subscription_pkey PRIMARY KEY (account, podcast);
ALTER TABLE ONLY premium_batch
    ADD CONSTRAINT premium_batch_id_key UNIQUE (id);
ALTER TABLE ONLY premium_batch
    ADD CONSTRAINT premium_batch_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY premium_code
    ADD CONSTRAINT premium_code_hash_key UNIQUE (hash);
ALTER TABLE ONLY premium_code
    ADD CONSTRAINT premium_code_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY premium_customer
    ADD CONSTRAINT premium_customer_pkey PRIMARY KEY (service, customer);
ALTER TABLE ONLY premium_event
    ADD CONSTRAINT premium_event_id_key UNIQUE (id);
ALTER TABLE ONLY premium_event
    ADD CONSTRAINT premium_event_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY premium_event
    ADD CONSTRAINT premium_event_service_external_key UNIQUE (service, external);
ALTER TABLE ONLY premium_payment
    ADD CONSTRAINT premium_payment_id_key UNIQUE (id);
ALTER TABLE ONLY premium_payment
    ADD CONSTRAINT premium_payment_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY premium_payment
    ADD CONSTRAINT premium_payment_service_external_key UNIQUE (service, external);
ALTER TABLE ONLY premium_redemption
    ADD CONSTRAINT premium_redemption_pkey PRIMARY KEY (code, account);
ALTER TABLE ONLY problem
    ADD CONSTRAINT problem_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY problem
    ADD CONSTRAINT problem_root_key_key UNIQUE (root, key);
ALTER TABLE ONLY push_subscription
    ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);
ALTER TABLE ONLY push_subscription
    ADD CONSTRAINT push_subscription_id_key UNIQUE (id);
ALTER TABLE ONLY push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (account, track);
ALTER TABLE ONLY recording
    ADD CONSTRAINT recording_id_key UNIQUE (id);
ALTER TABLE ONLY recording
    ADD CONSTRAINT recording_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account, hash);
ALTER TABLE ONLY replay
    ADD CONSTRAINT replay_account_key_key UNIQUE (account, key);
ALTER TABLE ONLY replay
    ADD CONSTRAINT replay_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY rollup_entry
    ADD CONSTRAINT rollup_entry_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY rollup_item
    ADD CONSTRAINT rollup_item_kind_id_key UNIQUE (kind, id);
ALTER TABLE ONLY rollup_item
    ADD CONSTRAINT rollup_item_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY rollup_past
    ADD CONSTRAINT rollup_past_pkey PRIMARY KEY (source);
ALTER TABLE ONLY rollup_person
    ADD CONSTRAINT rollup_person_account_key UNIQUE (account);
ALTER TABLE ONLY rollup_person
    ADD CONSTRAINT rollup_person_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY rollup
    ADD CONSTRAINT rollup_pkey PRIMARY KEY (subject, level, at);
ALTER TABLE ONLY rollup_stale
    ADD CONSTRAINT rollup_stale_pkey PRIMARY KEY (subject, level, at);
ALTER TABLE ONLY root
    ADD CONSTRAINT root_path_key UNIQUE (path);
ALTER TABLE ONLY root
    ADD CONSTRAINT root_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY scan
    ADD CONSTRAINT scan_pkey PRIMARY KEY (id);
ALTER TABLE ONLY scrobble_connection
    ADD CONSTRAINT scrobble_connection_account_service_key UNIQUE (account, service);
ALTER TABLE ONLY scrobble_connection
    ADD CONSTRAINT scrobble_connection_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY scrobble
    ADD CONSTRAINT scrobble_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY secret
    ADD CONSTRAINT secret_pkey PRIMARY KEY (name);
ALTER TABLE ONLY security_event
    ADD CONSTRAINT security_event_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY session
    ADD CONSTRAINT session_refresh_hash_key UNIQUE (refresh_hash);
ALTER TABLE ONLY setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY setting_save
    ADD CONSTRAINT setting_save_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY share
    ADD CONSTRAINT share_id_key UNIQUE (id);
ALTER TABLE ONLY share
    ADD CONSTRAINT share_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sonora_version
    ADD CONSTRAINT sonora_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY station_dj
    ADD CONSTRAINT station_dj_id_key UNIQUE (id);
ALTER TABLE ONLY station_dj
    ADD CONSTRAINT station_dj_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_dj
    ADD CONSTRAINT station_dj_station_name_key UNIQUE (station, name);
ALTER TABLE ONLY station_event
    ADD CONSTRAINT station_event_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station
    ADD CONSTRAINT station_id_key UNIQUE (id);
ALTER TABLE ONLY station_list
    ADD CONSTRAINT station_list_id_key UNIQUE (id);
ALTER TABLE ONLY station_list
    ADD CONSTRAINT station_list_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_message
    ADD CONSTRAINT station_message_id_key UNIQUE (id);
ALTER TABLE ONLY station_message
    ADD CONSTRAINT station_message_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station
    ADD CONSTRAINT station_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_play
    ADD CONSTRAINT station_play_id_key UNIQUE (id);
ALTER TABLE ONLY station_play
    ADD CONSTRAINT station_play_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_request
    ADD CONSTRAINT station_request_id_key UNIQUE (id);
ALTER TABLE ONLY station_request
    ADD CONSTRAINT station_request_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_session
    ADD CONSTRAINT station_session_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_show
    ADD CONSTRAINT station_show_id_key UNIQUE (id);
ALTER TABLE ONLY station_show
    ADD CONSTRAINT station_show_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY station_state
    ADD CONSTRAINT station_state_pkey PRIMARY KEY (station);
ALTER TABLE ONLY station_vote
    ADD CONSTRAINT station_vote_pkey PRIMARY KEY (request, account);
ALTER TABLE ONLY storage_sample
    ADD CONSTRAINT storage_sample_pkey PRIMARY KEY (kind, day);
ALTER TABLE ONLY tag_edit
    ADD CONSTRAINT tag_edit_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY tag_override
    ADD CONSTRAINT tag_override_pkey PRIMARY KEY (track);
ALTER TABLE ONLY ticket
    ADD CONSTRAINT ticket_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY track_artist
    ADD CONSTRAINT track_artist_pkey PRIMARY KEY (track, role, "position");
ALTER TABLE ONLY track_genre
    ADD CONSTRAINT track_genre_pkey PRIMARY KEY (track, "position");
ALTER TABLE ONLY track
    ADD CONSTRAINT track_id_key UNIQUE (id);
ALTER TABLE ONLY track
    ADD CONSTRAINT track_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY track_search
    ADD CONSTRAINT track_search_pkey PRIMARY KEY (rowid);
ALTER TABLE ONLY track_text
    ADD CONSTRAINT track_text_pkey PRIMARY KEY (track);
ALTER TABLE ONLY upload
    ADD CONSTRAINT upload_id_key UNIQUE (id);
ALTER TABLE ONLY upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_id_key UNIQUE (id);
ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_id_key UNIQUE (id);
ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (seq);
CREATE INDEX album_added ON album USING btree (added_at);
CREATE INDEX album_artist ON album USING btree (artist_key);
CREATE INDEX album_search_words ON album_search USING gin (words);
CREATE INDEX album_title ON album USING btree (title_sort);
CREATE INDEX album_year ON album USING btree (year);
CREATE INDEX alert_delivery_alert ON alert_delivery USING btree (alert);
CREATE INDEX alert_due ON alert USING btree (due_at) WHERE (due_at > 0);
CREATE INDEX alert_read_alert ON alert_read USING btree (alert);
CREATE INDEX alert_topic ON alert USING btree (topic, seq);
CREATE INDEX alert_updated ON alert USING btree (updated_at, seq);
CREATE INDEX analysis_at ON analysis USING btree (analysed_at);
CREATE INDEX analysis_failed ON analysis USING btree (track) WHERE (error <> ''::text);
CREATE INDEX analysis_leased ON analysis USING btree (leased_until) WHERE (leased_until > 0);
CREATE INDEX api_key_account ON api_key USING btree (account);
CREATE INDEX artist_search_words ON artist_search USING gin (words);
CREATE INDEX artist_sort ON artist USING btree (sort_name);
CREATE INDEX artist_track ON track_artist USING btree (artist, track);
CREATE INDEX automix_account ON automix USING btree (account);
CREATE INDEX automix_dropped_account ON automix_dropped USING btree (account);
CREATE INDEX automix_state ON automix USING btree (state);
CREATE INDEX bookmark_track ON bookmark USING btree (track);
CREATE INDEX change_order ON change USING btree (tx, seq);
CREATE INDEX episode_audio ON episode USING btree (podcast, audio_key);
CREATE UNIQUE INDEX episode_guid ON episode USING btree (podcast, guid);
CREATE INDEX episode_mix ON episode USING btree (mix) WHERE (mix <> ''::text);
CREATE INDEX episode_play_at ON episode_play USING btree (at);
CREATE INDEX episode_play_episode ON episode_play USING btree (episode, who, at);
CREATE INDEX episode_play_podcast ON episode_play USING btree (podcast, at);
CREATE INDEX episode_progress_episode ON episode_progress USING btree (episode);
CREATE INDEX episode_progress_recent ON episode_progress USING btree (account, at);
CREATE INDEX episode_published ON episode USING btree (podcast, published_at, seq, folded);
CREATE INDEX episode_unwanted ON episode USING btree (podcast) WHERE ((NOT wanted) AND (file <> ''::text));
CREATE INDEX episode_wanted ON episode USING btree (fetch_after) WHERE (wanted AND (file = ''::text));
CREATE INDEX failed_login_at ON failed_login USING btree (at);
CREATE INDEX failed_login_key ON failed_login USING btree (key, at);
CREATE INDEX family_member_payer ON family_member USING btree (payer, joined_at);
CREATE INDEX follow_item ON follow USING btree (kind, item);
CREATE INDEX forgotten_play_at ON forgotten_play USING btree (at);
CREATE INDEX generation_account ON generation USING btree (account, started_at);
CREATE INDEX generation_log_account ON generation_log USING btree (account);
CREATE INDEX generation_log_time ON generation_log USING btree (created_at);
CREATE INDEX generation_message_account ON generation_message USING btree (account, seq);
CREATE INDEX generation_reviewer ON generation USING btree (reviewer);
CREATE INDEX generation_sound_checksum ON generation_sound USING btree (checksum);
CREATE INDEX generation_sound_key ON generation_sound USING btree (audio_key, samples);
CREATE INDEX generation_state ON generation USING btree (state);
CREATE INDEX generation_track ON generation USING btree (track_id);
CREATE INDEX generation_verdict ON generation USING btree (verdict);
CREATE INDEX genre_key ON genre USING btree (key);
CREATE INDEX genre_track ON track_genre USING btree (genre, track);
CREATE INDEX identity_account ON identity USING btree (account);
CREATE INDEX import_account ON import USING btree (account, at);
CREATE INDEX job_account ON job USING btree (account, kind);
CREATE INDEX job_due ON job USING btree (run_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX liked_at ON liked USING btree (account, at);
CREATE INDEX liked_track ON liked USING btree (track);
CREATE INDEX mail_due ON mail USING btree (next_at) WHERE (next_at > 0);
CREATE INDEX marks_track ON marks USING btree (track);
CREATE INDEX membership_account ON membership USING btree (account);
CREATE INDEX membership_plan ON membership USING btree (plan);
CREATE UNIQUE INDEX membership_reference ON membership USING btree (source, reference) WHERE (reference <> ''::text);
CREATE INDEX mix_comment_account ON mix_comment USING btree (account, created_at);
CREATE INDEX mix_comment_mix ON mix_comment USING btree (mix, seq);
CREATE INDEX mix_like_mix ON mix_like USING btree (mix);
CREATE INDEX mix_owner ON mix USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX notification_account ON notification USING btree (account, created_at, seq);
CREATE INDEX notification_actor ON notification USING btree (actor) WHERE (actor <> ''::text);
CREATE INDEX notification_unread ON notification USING btree (account) WHERE ((read_at = 0) AND (dismissed_at = 0));
CREATE INDEX passkey_account ON passkey USING btree (account);
CREATE INDEX picture_uncolored ON picture USING btree (hash) WHERE (color = ''::text);
CREATE INDEX play_counted ON play USING btree (account, started_at, track, listened, counted) WHERE (counted > 0);
CREATE INDEX play_listening ON play USING btree (account, started_at, track, listened, counted);
CREATE INDEX play_pending ON play USING btree (track) WHERE pending;
CREATE INDEX play_started ON play USING btree (started_at);
CREATE INDEX play_track ON play USING btree (track);
CREATE INDEX playlist_account ON playlist USING btree (account, seq);
CREATE INDEX playlist_entry_account ON playlist_entry USING btree (account) WHERE (account IS NOT NULL);
CREATE UNIQUE INDEX playlist_entry_place ON playlist_entry USING btree (playlist, place);
CREATE INDEX playlist_entry_track ON playlist_entry USING btree (track);
CREATE UNIQUE INDEX playlist_invitation ON playlist USING btree (invitation) WHERE (invitation <> ''::text);
CREATE INDEX playlist_member_account ON playlist_member USING btree (account);
CREATE INDEX playlist_public ON playlist USING btree (seq) WHERE is_public;
CREATE INDEX podcast_due ON podcast USING btree (next_poll_at) WHERE (feed_url <> ''::text);
CREATE INDEX podcast_owner ON podcast USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX podcast_private ON podcast USING btree (private_to) WHERE (private_to IS NOT NULL);
CREATE INDEX podcast_subscription_podcast ON podcast_subscription USING btree (podcast);
CREATE INDEX premium_batch_plan ON premium_batch USING btree (plan);
CREATE INDEX premium_code_batch ON premium_code USING btree (batch);
CREATE INDEX premium_customer_account ON premium_customer USING btree (account);
CREATE INDEX premium_event_received ON premium_event USING btree (received_at);
CREATE INDEX premium_payment_account ON premium_payment USING btree (account);
CREATE INDEX premium_payment_at ON premium_payment USING btree (at);
CREATE INDEX premium_payment_plan ON premium_payment USING btree (plan);
CREATE INDEX premium_payment_reference ON premium_payment USING btree (service, reference) WHERE (reference <> ''::text);
CREATE INDEX premium_payment_unmatched ON premium_payment USING btree (seq) WHERE (matched_at = 0);
CREATE INDEX premium_redemption_account ON premium_redemption USING btree (account);
CREATE INDEX push_subscription_account ON push_subscription USING btree (account);
CREATE INDEX push_subscription_session ON push_subscription USING btree (session);
CREATE INDEX rating_track ON rating USING btree (track);
CREATE INDEX recording_account ON recording USING btree (account);
CREATE INDEX recording_mix ON recording USING btree (mix) WHERE (mix <> ''::text);
CREATE INDEX recording_state ON recording USING btree (state);
CREATE INDEX recording_station ON recording USING btree (station, began_at);
CREATE INDEX replay_expiry ON replay USING btree (expires_at);
CREATE UNIQUE INDEX scrobble_play ON scrobble USING btree (account, play, connection);
CREATE INDEX scrobble_waiting ON scrobble USING btree (connection, seq);
CREATE INDEX security_event_account ON security_event USING btree (account, seq);
CREATE INDEX security_event_at ON security_event USING btree (at);
CREATE INDEX session_account ON session USING btree (account);
CREATE INDEX session_previous ON session USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);
CREATE INDEX share_account ON share USING btree (account, seq);
CREATE INDEX share_item ON share USING btree (kind, item);
CREATE INDEX station_dj_account ON station_dj USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX station_dj_password ON station_dj USING btree (password_hash) WHERE (password_hash <> ''::text);
CREATE INDEX station_event_station ON station_event USING btree (station, at, seq);
CREATE INDEX station_list_station ON station_list USING btree (station, "position");
CREATE INDEX station_message_account ON station_message USING btree (account, created_at);
CREATE INDEX station_message_station ON station_message USING btree (station, seq);
CREATE UNIQUE INDEX station_mount ON station USING btree (mount);
CREATE INDEX station_owner ON station USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX station_play_station ON station_play USING btree (station, began_at, seq);
CREATE INDEX station_request_waiting ON station_request USING btree (station, state, seq);
CREATE INDEX station_session_began ON station_session USING btree (began_at);
CREATE INDEX station_session_station ON station_session USING btree (station, began_at);
CREATE INDEX station_show_station ON station_show USING btree (station, start_minute);
CREATE INDEX tag_edit_account ON tag_edit USING btree (account, created_at);
CREATE INDEX tag_edit_id ON tag_edit USING btree (id);
CREATE INDEX tag_edit_track ON tag_edit USING btree (track);
CREATE INDEX ticket_account ON ticket USING btree (account);
CREATE INDEX ticket_expiry ON ticket USING btree (expires_at);
CREATE INDEX track_added ON track USING btree (added_at);
CREATE INDEX track_album ON track USING btree (album, "position");
CREATE INDEX track_album_order ON track USING btree (album_key);
CREATE INDEX track_analysed ON track USING btree (analysed) WHERE (missing_at = 0);
CREATE INDEX track_artist_order ON track USING btree (artist_key);
CREATE INDEX track_cover ON track USING btree (cover) WHERE (cover <> ''::text);
CREATE INDEX track_cover_folder ON track USING btree (cover_folder) WHERE (cover_folder IS NOT NULL);
CREATE INDEX track_duration ON track USING btree (duration);
CREATE INDEX track_energy ON track USING btree (energy);
CREATE INDEX track_energy_rising ON track USING btree ((
CASE
    WHEN (energy < (0)::double precision) THEN (1000)::double precision
    ELSE energy
END));
CREATE UNIQUE INDEX track_file ON track USING btree (folder, name);
CREATE INDEX track_key ON track USING btree (music_key);
CREATE INDEX track_key_falling ON track USING btree ((
CASE
    WHEN (music_key < 0) THEN ('-1'::integer)::bigint
    WHEN (music_key < 12) THEN ((2 * (((music_key * 7) + 7) % (12)::bigint)) + 1)
    ELSE (2 * ((((music_key - 9) * 7) + 7) % (12)::bigint))
END));
CREATE INDEX track_key_rising ON track USING btree ((
CASE
    WHEN (music_key < 0) THEN (1000)::bigint
    WHEN (music_key < 12) THEN ((2 * (((music_key * 7) + 7) % (12)::bigint)) + 1)
    ELSE (2 * ((((music_key - 9) * 7) + 7) % (12)::bigint))
END));
CREATE INDEX track_loudness ON track USING btree (loudness);
CREATE INDEX track_loudness_rising ON track USING btree ((
CASE
    WHEN (loudness = ('-1000'::integer)::double precision) THEN (1000)::double precision
    ELSE loudness
END));
CREATE INDEX track_missing ON track USING btree (audio_key) WHERE (missing_at > 0);
CREATE INDEX track_news ON track USING btree (added_at) WHERE ((missing_at = 0) AND ((owner IS NOT NULL) OR (album IS NULL)));
CREATE INDEX track_owner ON track USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX track_plays ON track USING btree (plays);
CREATE INDEX track_present ON track USING btree (is_public, owner) WHERE (missing_at = 0);
CREATE INDEX track_recording ON track USING btree (recording_id);
CREATE INDEX track_rules ON track USING btree (duration, missing_at, is_public, owner, year, added_at, is_ai_generated, format, bitrate, tempo, energy, loudness, music_key, title_sort, artist_key);
CREATE INDEX track_search_words ON track_search USING gin (words);
CREATE INDEX track_sound ON track USING btree (audio_key);
CREATE INDEX track_tempo ON track USING btree (tempo);
CREATE INDEX track_tempo_rising ON track USING btree ((
CASE
    WHEN (tempo = (0)::double precision) THEN (1000)::double precision
    ELSE tempo
END));
CREATE INDEX track_title ON track USING btree (title_sort);
CREATE INDEX track_year ON track USING btree (year) WHERE (missing_at = 0);
CREATE INDEX track_year_rising ON track USING btree ((
CASE
    WHEN (year = 0) THEN (10000)::bigint
    ELSE year
END));
CREATE INDEX upload_account ON upload USING btree (account);
CREATE INDEX upload_expires ON upload USING btree (expires_at);
CREATE INDEX upload_track ON upload USING btree (track_id) WHERE (track_id <> ''::text);
CREATE INDEX webhook_account ON webhook USING btree (account);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery USING btree (webhook, seq) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_webhook ON webhook_delivery USING btree (webhook, seq);
CREATE TRIGGER account_renamed AFTER UPDATE OF first_name, last_name, is_private ON account FOR EACH ROW EXECUTE FUNCTION account_renamed();
CREATE TRIGGER liked_added AFTER INSERT ON liked FOR EACH ROW EXECUTE FUNCTION liked_added();
CREATE TRIGGER liked_removed AFTER DELETE ON liked FOR EACH ROW EXECUTE FUNCTION liked_removed();
CREATE TRIGGER playlist_added AFTER INSERT ON playlist FOR EACH ROW EXECUTE FUNCTION playlist_added();
CREATE TRIGGER playlist_changed AFTER UPDATE ON playlist FOR EACH ROW EXECUTE FUNCTION playlist_changed();
CREATE TRIGGER playlist_joined AFTER INSERT ON playlist_member FOR EACH ROW EXECUTE FUNCTION playlist_joined();
CREATE TRIGGER playlist_left AFTER DELETE ON playlist_member FOR EACH ROW EXECUTE FUNCTION playlist_left();
CREATE TRIGGER playlist_removed BEFORE DELETE ON playlist FOR EACH ROW EXECUTE FUNCTION playlist_removed();
CREATE TRIGGER rating_changed AFTER INSERT OR UPDATE ON rating FOR EACH ROW EXECUTE FUNCTION rating_changed();
CREATE TRIGGER rating_removed AFTER DELETE ON rating FOR EACH ROW EXECUTE FUNCTION rating_removed();
CREATE TRIGGER track_changed AFTER UPDATE OF title, artist, artist_id, album_title, album_id, album_artist, genre, year, disc, number, duration, samples, sample_rate, channels, bit_depth, bitrate, format, size, cover, has_lyrics, is_public, is_ai_generated, owner, missing_at, track_gain, track_peak, album_gain, album_peak, tempo, music_key, loudness, energy ON track FOR EACH ROW EXECUTE FUNCTION track_changed();
CREATE TRIGGER track_removed BEFORE DELETE ON track FOR EACH ROW EXECUTE FUNCTION track_removed();
ALTER TABLE ONLY album_search
    ADD CONSTRAINT album_search_rowid_fkey FOREIGN KEY (rowid) REFERENCES album(seq) ON DELETE CASCADE;
ALTER TABLE ONLY alert_delivery
    ADD CONSTRAINT alert_delivery_alert_fkey FOREIGN KEY (alert) REFERENCES alert(seq) ON DELETE CASCADE;
ALTER TABLE ONLY alert_read
    ADD CONSTRAINT alert_read_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY alert_read
    ADD CONSTRAINT alert_read_alert_fkey FOREIGN KEY (alert) REFERENCES alert(seq) ON DELETE CASCADE;
ALTER TABLE ONLY analysis
    ADD CONSTRAINT analysis_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY artist_search
    ADD CONSTRAINT artist_search_rowid_fkey FOREIGN KEY (rowid) REFERENCES artist(seq) ON DELETE CASCADE;
ALTER TABLE ONLY automix
    ADD CONSTRAINT automix_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY automix_dropped
    ADD CONSTRAINT automix_dropped_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY bookmark
    ADD CONSTRAINT bookmark_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY bookmark
    ADD CONSTRAINT bookmark_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY change
    ADD CONSTRAINT change_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY episode_play
    ADD CONSTRAINT episode_play_episode_fkey FOREIGN KEY (episode) REFERENCES episode(seq) ON DELETE CASCADE;
ALTER TABLE ONLY episode_play
    ADD CONSTRAINT episode_play_podcast_fkey FOREIGN KEY (podcast) REFERENCES podcast(seq) ON DELETE CASCADE;
ALTER TABLE ONLY episode
    ADD CONSTRAINT episode_podcast_fkey FOREIGN KEY (podcast) REFERENCES podcast(seq) ON DELETE CASCADE;
ALTER TABLE ONLY episode_progress
    ADD CONSTRAINT episode_progress_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY episode_progress
    ADD CONSTRAINT episode_progress_episode_fkey FOREIGN KEY (episode) REFERENCES episode(seq) ON DELETE CASCADE;
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_member_fkey FOREIGN KEY (member) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY family_member
    ADD CONSTRAINT family_member_payer_fkey FOREIGN KEY (payer) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY favourite
    ADD CONSTRAINT favourite_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_root_fkey FOREIGN KEY (root) REFERENCES root(seq);
ALTER TABLE ONLY follow
    ADD CONSTRAINT follow_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY forgotten_play
    ADD CONSTRAINT forgotten_play_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY generation
    ADD CONSTRAINT generation_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY generation_log
    ADD CONSTRAINT generation_log_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY generation_message
    ADD CONSTRAINT generation_message_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY generation
    ADD CONSTRAINT generation_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY history_pause
    ADD CONSTRAINT history_pause_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY identity
    ADD CONSTRAINT identity_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY import
    ADD CONSTRAINT import_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY import_item
    ADD CONSTRAINT import_item_import_fkey FOREIGN KEY (import) REFERENCES import(seq) ON DELETE CASCADE;
ALTER TABLE ONLY job
    ADD CONSTRAINT job_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY liked
    ADD CONSTRAINT liked_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY liked
    ADD CONSTRAINT liked_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY mail
    ADD CONSTRAINT mail_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY marks
    ADD CONSTRAINT marks_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY marks
    ADD CONSTRAINT marks_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY membership
    ADD CONSTRAINT membership_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY membership
    ADD CONSTRAINT membership_plan_fkey FOREIGN KEY (plan) REFERENCES plan(seq);
ALTER TABLE ONLY mix_comment
    ADD CONSTRAINT mix_comment_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY mix_comment
    ADD CONSTRAINT mix_comment_mix_fkey FOREIGN KEY (mix) REFERENCES mix(seq) ON DELETE CASCADE;
ALTER TABLE ONLY mix_like
    ADD CONSTRAINT mix_like_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY mix_like
    ADD CONSTRAINT mix_like_mix_fkey FOREIGN KEY (mix) REFERENCES mix(seq) ON DELETE CASCADE;
ALTER TABLE ONLY mix
    ADD CONSTRAINT mix_owner_fkey FOREIGN KEY (owner) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY notification
    ADD CONSTRAINT notification_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY play
    ADD CONSTRAINT play_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY play_queue
    ADD CONSTRAINT play_queue_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY play
    ADD CONSTRAINT play_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY player_device
    ADD CONSTRAINT player_device_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY playlist
    ADD CONSTRAINT playlist_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY playlist_entry
    ADD CONSTRAINT playlist_entry_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY playlist_entry
    ADD CONSTRAINT playlist_entry_playlist_fkey FOREIGN KEY (playlist) REFERENCES playlist(seq) ON DELETE CASCADE;
ALTER TABLE ONLY playlist_entry
    ADD CONSTRAINT playlist_entry_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY playlist_member
    ADD CONSTRAINT playlist_member_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY playlist_member
    ADD CONSTRAINT playlist_member_playlist_fkey FOREIGN KEY (playlist) REFERENCES playlist(seq) ON DELETE CASCADE;
ALTER TABLE ONLY podcast
    ADD CONSTRAINT podcast_owner_fkey FOREIGN KEY (owner) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY podcast
    ADD CONSTRAINT podcast_private_to_fkey FOREIGN KEY (private_to) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY podcast_subscription
    ADD CONSTRAINT podcast_subscription_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY podcast_subscription
    ADD CONSTRAINT podcast_subscription_podcast_fkey FOREIGN KEY (podcast) REFERENCES podcast(seq) ON DELETE CASCADE;
ALTER TABLE ONLY premium_batch
    ADD CONSTRAINT premium_batch_plan_fkey FOREIGN KEY (plan) REFERENCES plan(seq);
ALTER TABLE ONLY premium_code
    ADD CONSTRAINT premium_code_batch_fkey FOREIGN KEY (batch) REFERENCES premium_batch(seq) ON DELETE CASCADE;
ALTER TABLE ONLY premium_customer
    ADD CONSTRAINT premium_customer_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY premium_payment
    ADD CONSTRAINT premium_payment_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY premium_payment
    ADD CONSTRAINT premium_payment_plan_fkey FOREIGN KEY (plan) REFERENCES plan(seq);
ALTER TABLE ONLY premium_redemption
    ADD CONSTRAINT premium_redemption_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY premium_redemption
    ADD CONSTRAINT premium_redemption_code_fkey FOREIGN KEY (code) REFERENCES premium_code(seq) ON DELETE CASCADE;
ALTER TABLE ONLY problem
    ADD CONSTRAINT problem_root_fkey FOREIGN KEY (root) REFERENCES root(seq);
ALTER TABLE ONLY push_subscription
    ADD CONSTRAINT push_subscription_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY push_subscription
    ADD CONSTRAINT push_subscription_session_fkey FOREIGN KEY (session) REFERENCES session(id) ON DELETE CASCADE;
ALTER TABLE ONLY rating
    ADD CONSTRAINT rating_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY rating
    ADD CONSTRAINT rating_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY recording
    ADD CONSTRAINT recording_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY recording
    ADD CONSTRAINT recording_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE SET NULL;
ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY replay
    ADD CONSTRAINT replay_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY rollup_entry
    ADD CONSTRAINT rollup_entry_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY rollup_person
    ADD CONSTRAINT rollup_person_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY scrobble
    ADD CONSTRAINT scrobble_account_play_fkey FOREIGN KEY (account, play) REFERENCES play(account, id) ON DELETE CASCADE;
ALTER TABLE ONLY scrobble_connection
    ADD CONSTRAINT scrobble_connection_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY scrobble
    ADD CONSTRAINT scrobble_connection_fkey FOREIGN KEY (connection) REFERENCES scrobble_connection(seq) ON DELETE CASCADE;
ALTER TABLE ONLY security_event
    ADD CONSTRAINT security_event_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY session
    ADD CONSTRAINT session_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY share
    ADD CONSTRAINT share_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_dj
    ADD CONSTRAINT station_dj_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_dj
    ADD CONSTRAINT station_dj_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_event
    ADD CONSTRAINT station_event_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_list
    ADD CONSTRAINT station_list_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_message
    ADD CONSTRAINT station_message_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_message
    ADD CONSTRAINT station_message_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station
    ADD CONSTRAINT station_owner_fkey FOREIGN KEY (owner) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY station_play
    ADD CONSTRAINT station_play_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_play
    ADD CONSTRAINT station_play_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE SET NULL;
ALTER TABLE ONLY station_request
    ADD CONSTRAINT station_request_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY station_request
    ADD CONSTRAINT station_request_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_request
    ADD CONSTRAINT station_request_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_session
    ADD CONSTRAINT station_session_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY station_session
    ADD CONSTRAINT station_session_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_show
    ADD CONSTRAINT station_show_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_state
    ADD CONSTRAINT station_state_station_fkey FOREIGN KEY (station) REFERENCES station(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_vote
    ADD CONSTRAINT station_vote_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY station_vote
    ADD CONSTRAINT station_vote_request_fkey FOREIGN KEY (request) REFERENCES station_request(seq) ON DELETE CASCADE;
ALTER TABLE ONLY tag_edit
    ADD CONSTRAINT tag_edit_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY tag_override
    ADD CONSTRAINT tag_override_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY ticket
    ADD CONSTRAINT ticket_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY track
    ADD CONSTRAINT track_album_fkey FOREIGN KEY (album) REFERENCES album(seq);
ALTER TABLE ONLY track_artist
    ADD CONSTRAINT track_artist_artist_fkey FOREIGN KEY (artist) REFERENCES artist(seq);
ALTER TABLE ONLY track_artist
    ADD CONSTRAINT track_artist_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY track
    ADD CONSTRAINT track_cover_folder_fkey FOREIGN KEY (cover_folder) REFERENCES folder(seq);
ALTER TABLE ONLY track
    ADD CONSTRAINT track_folder_fkey FOREIGN KEY (folder) REFERENCES folder(seq);
ALTER TABLE ONLY track_genre
    ADD CONSTRAINT track_genre_genre_fkey FOREIGN KEY (genre) REFERENCES genre(seq);
ALTER TABLE ONLY track_genre
    ADD CONSTRAINT track_genre_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY track
    ADD CONSTRAINT track_owner_fkey FOREIGN KEY (owner) REFERENCES account(id);
ALTER TABLE ONLY track_search
    ADD CONSTRAINT track_search_rowid_fkey FOREIGN KEY (rowid) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY track_text
    ADD CONSTRAINT track_text_track_fkey FOREIGN KEY (track) REFERENCES track(seq) ON DELETE CASCADE;
ALTER TABLE ONLY upload
    ADD CONSTRAINT upload_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE SET NULL;
ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_account_fkey FOREIGN KEY (account) REFERENCES account(seq) ON DELETE CASCADE;
ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_webhook_fkey FOREIGN KEY (webhook) REFERENCES webhook(seq) ON DELETE CASCADE;
