import type { Refusal } from './refusal.ts'

/** Refusals about who asks, their accounts and what opens these, and about settings: rows of the one table. */
export const refusalsOfPeople = {
  invalid_username: {
    status: 401,
    says: 'No user has the login “{login}”. Check its spelling or use the e-mail address.',
  },
  invalid_email: {
    status: 401,
    says: 'No user has the e-mail address “{login}”. Check its spelling or use the login.',
  },
  incorrect_password: {
    status: 401,
    says: 'This is not one of the application passwords of “{login}”. The password of an account does not work here.',
  },
  rest_session_not_found: { status: 404, says: 'None of your sessions has the ID {id}.' },
  rest_link_over: { status: 410, says: 'This link has been used, or is too old.' },
  rest_wrong_password: { status: 401, says: 'That name and password do not belong together.' },
  rest_wrong_recovery_code: { status: 401, says: 'That name and recovery code do not belong together.' },
  rest_invalid_token: { status: 401, says: 'The bearer token is unknown or has been revoked.' },
  rest_token_not_issued: {
    status: 401,
    says: 'The token is not one that {issuer} has issued for {resource}, or it is no longer valid.',
  },
  rest_account_unknown: {
    status: 403,
    says: 'Sign in once at {url}, so that this account is known.',
  },
  rest_invalid_authorization: {
    status: 401,
    says: 'The Authorization header could not be read. Send “Basic” with user and application password, or “Bearer” with a token.',
  },
  rest_metrics_closed: {
    status: 401,
    says: 'Figures are for who sends the METRICS_TOKEN of this service as a bearer token.',
  },
  rest_not_logged_in: {
    status: 401,
    says: 'This address answers who you are, and the request carries no credentials.',
  },
  rest_too_many_requests: {
    status: 429,
    says: 'Too many wrong passwords. Try again in {seconds} seconds.',
  },
  rest_token_expired: { status: 401, says: 'The bearer token has expired, at {at}.' },
  rest_token_scope: {
    status: 403,
    says: 'This token may not be used for this: it needs the scope “{needed}”, and this one has “{scope}”.',
  },
  rest_too_many_credentials: {
    status: 400,
    says: '“{login}” has {limit} already, which is the most. Revoke one first.',
  },
  existing_user_login: { status: 400, says: 'The login “{text}” belongs to another user.' },
  existing_user_email: { status: 400, says: 'The e-mail address “{text}” belongs to another user.' },
  rest_user_invalid_email: { status: 400, says: 'The e-mail address “{text}” belongs to another user.' },
  rest_user_invalid_slug: { status: 400, says: 'The slug “{slug}” belongs to another user.' },
  rest_user_invalid_argument: {
    status: 400,
    says: 'The login stays as it is: “{login}”. Leave “username” out, or make another user.',
  },
  rest_user_invalid_role: {
    status: 403,
    says: 'Nobody takes the rights of an administrator from themselves: another administrator can.',
  },
  rest_user_exists: {
    status: 400,
    says: 'A new user has no ID yet. Leave “id” out, or change the user at its address.',
  },
  rest_user_invalid_reassign: {
    status: 400,
    says: 'The user was not removed: {reason}.',
  },
  rest_last_administrator: {
    status: 409,
    says: '“{login}” is the only administrator. Make another one first.',
  },
  rest_cannot_create_user: { status: 403, says: 'You may not make users: it needs the right to {right}.' },
  rest_cannot_edit: { status: 403, says: 'You may not change this user: it needs the right to {right}.' },
  rest_cannot_edit_roles: { status: 403, says: 'You may not change roles: it needs the right to {right}.' },
  rest_user_cannot_delete: {
    status: 403,
    says: 'You may not remove this user: it needs the right to {right}.',
  },
  rest_user_cannot_view: {
    status: 403,
    says: 'You may not see this of users: it needs the right to {right}.',
  },
  rest_forbidden_context: {
    status: 403,
    says: 'You may not read users for editing: it needs the right to {right}.',
  },
  rest_forbidden_orderby: {
    status: 403,
    says: 'You may not order users by this: it needs the right to {right}.',
  },
  rest_forbidden_who: {
    status: 403,
    says: 'You may not choose users by this: it needs the right to {right}.',
  },
  rest_cannot_list_application_passwords: {
    status: 403,
    says: 'You may not see the credentials of this user: it needs the right to {right}.',
  },
  rest_cannot_create_application_passwords: {
    status: 403,
    says: 'You may not make credentials for this user: it needs the right to {right}.',
  },
  rest_cannot_delete_application_passwords: {
    status: 403,
    says: 'You may not revoke the credentials of this user: it needs the right to {right}.',
  },
  rest_cannot_read_application_password: {
    status: 403,
    says: 'You may not see this credential: it needs the right to {right}.',
  },
  rest_cannot_edit_application_password: {
    status: 403,
    says: 'You may not rename this credential: it needs the right to {right}.',
  },
  rest_cannot_delete_application_password: {
    status: 403,
    says: 'You may not revoke this credential: it needs the right to {right}.',
  },
  rest_cannot_introspect_app_password_for_non_authenticated_user: {
    status: 403,
    says: 'Only those who sent it are told of the application password of a request.',
  },
  rest_no_authenticated_app_password: {
    status: 404,
    says: 'The request was not sent with an application password, but with something else.',
  },
  rest_application_password_not_found: {
    status: 404,
    says: 'The user has no application password with the UUID {uuid}.',
  },
  rest_token_not_found: { status: 404, says: 'The user has no token with the UUID {uuid}.' },
  rest_passkey_not_found: { status: 404, says: 'The user has no passkey with the UUID {uuid}.' },
  rest_passkey_refused: { status: 400, says: 'The passkey was not accepted: {reason}.' },
  rest_passkey_stale: {
    status: 400,
    says: 'The passkey was asked too long ago, or has answered already. Ask it again.',
  },
  rest_passkey_unknown: { status: 401, says: 'This passkey opens no account here.' },
  rest_passkeys_unavailable: {
    status: 409,
    says: 'There are no passkeys for an IP address. Open the site by its name.',
  },
  rest_cannot_create_passkey: {
    status: 403,
    says: 'A passkey is made by whoever will use it, in their own browser.',
  },
  rest_identity_not_found: { status: 404, says: 'None of your identities has the UUID {uuid}.' },
  rest_no_provider: {
    status: 409,
    says: 'There is no identity provider: the operator of the service sets OIDC_ISSUER.',
  },
  rest_provider_away: {
    status: 503,
    says: 'The identity provider cannot be reached just now. Try again in a moment.',
  },
  rest_confirmation_needed: {
    status: 403,
    says: 'You signed in a while ago: confirm that it is you, with your password at wp/v2/users/me/confirmation or by signing in again. Nothing was changed.',
  },
  rest_session_needed: {
    status: 409,
    says: 'This takes a browser that has signed in: the request came with an application password or a token.',
  },
  rest_mail_not_set: {
    status: 409,
    says: 'No mails are sent here: the operator of the service sets SMTP_URL, MAIL_FROM and SITE_URL.',
  },
  rest_mail_failed: { status: 502, says: 'The mail was not taken. {reason}' },
  rest_last_way_in: {
    status: 409,
    says: 'Nobody could sign in to the account any more. Add another way to sign in first, such as a password.',
  },
  rest_user_invalid_id: { status: 404, says: 'No user has the ID {id}.' },
  rest_setting_locked: {
    status: 409,
    says: 'These settings cannot be changed here, as something else sets them: {names}. Nothing was changed.',
  },
} as const satisfies Record<string, Refusal>
