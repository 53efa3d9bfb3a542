/** What a 401 tells the client about logging in (D39; RFC 7617, RFC 6750): both schemes are understood everywhere. */
export const challenge: Readonly<Record<string, string>> = {
  'www-authenticate': 'Basic realm="Kalends", charset="UTF-8", Bearer realm="Kalends"',
}
