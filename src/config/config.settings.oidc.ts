import { line, matching, serviceAddress, type Setting } from './config.readers.ts'
import { roleTable } from './config.readers.oidc.ts'

/** The settings for signing in with an identity provider. */
export const oidcSettings = {
  OIDC_ISSUER: {
    default: '',
    value: serviceAddress,
    says: 'The issuer of an OpenID Connect provider, with which people sign in: the address below which `/.well-known/openid-configuration` is. It takes OIDC_CLIENT_ID and SITE_URL; the address that the provider leads back to is `SITE_URL/signin/oidc/callback` (see docs/accounts.md). Empty: there is none.',
    example: 'https://login.example.org/realms/city',
  },
  OIDC_CLIENT_ID: {
    default: '',
    value: line(300),
    says: 'The name under which that provider knows this calendar.',
    example: 'kalends',
  },
  OIDC_CLIENT_SECRET: {
    default: '',
    value: matching(
      /^[\x21-\x7e]{0,1000}$/,
      'at most 1000 letters, digits and signs of ASCII without blanks',
    ),
    says: 'The secret by which this calendar proves itself to that provider. Empty: by PKCE alone.',
    example: 'k3JvW8sZq1',
  },
  OIDC_NAME: {
    default: '',
    value: line(60),
    says: 'What people call that provider: it stands on the button of the sign-in page. Empty: its host.',
    example: 'City login',
  },
  OIDC_SCOPES: {
    default: 'openid profile email',
    value: matching(/^openid( [\x21-\x7e]+)*$/, 'words separated by blanks, the first of them openid'),
    says: 'What that provider is asked to tell. Some tell groups only where a word for them is among these.',
    example: 'openid profile email groups',
  },
  OIDC_ROLE_CLAIM: {
    default: 'groups',
    value: line(200),
    says: 'Where that provider says what somebody may do: the name of a claim, with dots where it lies within others.',
    example: 'realm_access.roles',
  },
  OIDC_ROLES: {
    default: '',
    value: roleTable,
    says: 'The role for each value of that claim; the highest counts, `*` is for everybody. It is set anew at every sign-in; whoever gets none is not let in. Empty: only people who have an account already sign in, with the role that they have here.',
    example: 'calendar-admins=administrator; culture=editor; *=contributor',
  },
} as const satisfies Record<string, Setting<unknown>>
