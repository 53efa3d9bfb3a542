import { settingsTable } from './config.ts'

/** The text of docs/configuration.md. */
export function settingsPage(): string {
  const sections = settingsTable().map(({ name, default: standard, takes, says, example, rest }) =>
    [
      `## ${name}`,
      '',
      says,
      '',
      `- Takes ${takes.replaceAll('*', '`*`')}.`,
      `- Default: ${standard === '' ? 'empty' : `\`${standard}\``}`,
      `- Example: \`${name}=${example}\``,
      ...(rest === undefined ? [] : [`- At run time: \`${rest}\``]),
      '',
    ].join('\n'),
  )
  return `${pageHead}\n${sections.join('\n')}`
}

const pageHead = `# Configuration

Settings are environment variables. A file \`.env\` in the working directory is read as well; the environment wins. An
empty value is the same as none. A setting that is not acceptable stops the start, and whatever is wrong is listed at
once. \`kalends config\` prints what is in effect and where it comes from, \`kalends config --markdown\` this page,
\`kalends config --example\` a file \`.env\` to begin with.

Each of them may stand in a file, as secrets of containers do: where \`NAME\` is a setting, \`NAME_FILE\` is the path of a file
whose text is the value, without the ends of lines at its end (64 kB at most). \`DATABASE_URL_FILE=/run/secrets/database\`
is one; \`.env\` may have them too. It is read at the start. Only one of the two may be set; a setting whose own name ends so
(\`THEME_FILE\`) stays what it is.

Settings with a name “at run time” may be changed by administrators while the service runs (\`wp/v2/settings\`, see
docs/people.md). These are kept in the database, and hold in every process from its next request on, wherever the
environment says nothing.
`

/** The text of `.env.example`: every setting as a comment, with what it is and an example, which becomes its value without the first sign. */
export function settingsExample(): string {
  return [exampleHead, ...settingsTable().map(exampleOf)].join('\n')
}

function exampleOf({
  name,
  default: standard,
  takes,
  says,
  example,
}: ReturnType<typeof settingsTable>[number]) {
  const lines = [says, `Takes ${takes}. Default: ${standard === '' ? 'empty' : standard}`].flatMap(commented)
  return `${lines.join('\n')}\n#${name}=${quotedForFile(example)}\n`
}

const exampleHead = `# Settings of Kalends: copy this file to .env, and take away the sign before those that you set. Any of them may
# stand in a file instead: NAME_FILE=/run/secrets/name. Written by “kalends config --example”.

# What “docker compose up” starts beside the service (see compose.yaml): PostgreSQL, which DATABASE_URL then names
# (postgres://kalends:PASSWORD@postgres/kalends), and Caddy, which gets a certificate for the name of SITE_URL and is
# believed by TRUST_PROXY=172.16.0.0/12.
#COMPOSE_PROFILES=postgres,caddy
#POSTGRES_PASSWORD=secret
#CADDY_HOST=calendar.example.org
`

const lineLength = 118

function commented(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= lineLength) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** A value as every reader of such files takes it: Node, systemd, Docker and shells. */
function quotedForFile(text: string): string {
  return /^[\w./:@,=+-]*$/.test(text) ? text : `'${text}'`
}
