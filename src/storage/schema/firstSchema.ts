/**
 * The tables and columns of the first version, each with its columns by name: what `0001-initial` makes. A database that says it was
 * made by it, and has others, is of a day before it was released.
 */
export const firstSchema: Readonly<Record<string, string>> = {
  app_passwords: 'app_id created_at hash id last_ip last_used_at name user_id uuid',
  changes: 'id kind number token',
  event_links: 'event_id id kind position',
  event_notes: 'event_id note',
  event_organizers: 'event_id organizer_id position',
  event_terms: 'event_id term_id',
  event_venues: 'event_id position venue_id',
  events:
    'all_day attendance_mode author_id cost cost_kind date_at date_floating date_given description end_wall ends_at event_status event_status_reason excerpt featured folded hide_from_listings id image_id modified_at online_url online_url_shown password_digest post_parent previous_starts sequence series_changed series_id series_key show_map show_map_link slug start_wall starts_at status status_before sticky timezone timezone_abbr title title_folded trashed_at uid website',
  failed_sign_ins: 'count first_at last_at login network',
  geocoding_cache: 'address attempts lat lng next_try_at outcome tried_at',
  history: 'action at id is_public kind mark revision series_id user_id via via_id was_public',
  history_values: 'field id kind revision was',
  identities: 'created_at issuer last_used_at subject user_id uuid',
  import_ends: 'at id import_id',
  import_keys: 'digest gone kind record_id run source_id source_key',
  import_pages: 'address records source_id validator',
  import_remarks: 'number remark source_id',
  import_schedules:
    'allow_removals at_time created_at dates duration every_s failing_since failures feed_token file id last_success_at lease_key lease_until map name next_at reading status timezone url user_id whole_at',
  import_sources: 'cursor finished_at id name report run started_at',
  imports: 'created_at done dry_run expected fault id report schedule_id source status updated_at user_id',
  installation: 'name value',
  items: 'id kind',
  mail_outbox:
    'attempts body_html body_text created_at expires_at failed_at fault id kind message_key next_try_at recipient subject',
  media:
    'alt_text author_id caption credit date_at decorative digest file filesize focus_x focus_y folded height id mime_type modified_at original_file sizes title width',
  media_sources: 'media_id url',
  one_time_links: 'created_at created_by email expires_at kind token_hash user_id',
  organizers:
    'author_id date_at date_floating date_given description email folded id image_id modified_at phone slug status status_before title title_folded website',
  passkeys:
    'counter created_at credential host id last_used_at name public_key synced transports user_id uuid',
  recovery_codes: 'created_at digest user_id',
  redirects: 'kind path record_id',
  repeats: 'answer claim created_at digest fingerprint leased_until revision size status user_id',
  revision: 'at number user_id via via_id',
  series:
    'all_day author_id created_at duration id laid_until modified_at password_digest recurrence rule_from start_wall template timezone title',
  sessions: 'address confirmed_at created_at expires_at id token_hash used_at user_agent user_id',
  settings: 'modified_at modified_by name value',
  submissions:
    'base changed_at confirmed_at created_at decided_at decided_by email email_folded ends_at event_id id is_untold kind locale message name note picture picture_alt proposed reason state title user_id',
  submitters: 'accepted address_key blocked_by changed_at trusted_by',
  terms: 'color count description folded id name name_folded parent slug taxonomy',
  tickets:
    'capacity created_at currency description event_id id kind modified_at name position price sale_end_at sale_start_at status url',
  tokens: 'created_at digest expires_at id last_ip last_used_at name scope user_id uuid',
  used_challenges: 'digest expires_at',
  users:
    'created_at description email email_folded first_name id last_name locale login login_folded name nickname password_hash role seen_at slug url',
  venues:
    'accessible_toilet address author_id city country date_at date_floating date_given description folded geo_lat geo_lng geocode_at geocoded_address geocoded_lat geocoded_lng hearing_loop id image_id modified_at phone province show_map show_map_link slug state stateprovince status status_before step_free title title_folded website zip',
  webhook_deliveries:
    'attempts body created_at failed_at fault id kind message_id next_try_at record_id revision sent_at tries type webhook_id',
  webhooks:
    'created_at description enabled failing_since fault filter home id last_success_at old_secrets paused_until private_key secret signatures told_id told_import told_kind told_revision types url',
}
