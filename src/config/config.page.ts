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
once. \`kalends config\` prints what is in effect and where it comes from, \`kalends config --markdown\` this page.

Settings with a name “at run time” may be changed by administrators while the service runs (\`wp/v2/settings\`, see
docs/people.md). These are kept in the database, and hold in every process from its next request on, wherever the
environment says nothing.
`
