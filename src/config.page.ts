import { settingsTable } from './config.ts'

/** The text of docs/configuration.md. */
export function settingsPage(): string {
  const sections = settingsTable().map(({ name, default: standard, takes, says, example }) =>
    [
      `## ${name}`,
      '',
      says,
      '',
      `- Takes ${takes.replaceAll('*', '`*`')}.`,
      `- Default: ${standard === '' ? 'empty' : `\`${standard}\``}`,
      `- Example: \`${name}=${example}\``,
      '',
    ].join('\n'),
  )
  return `${pageHead}\n${sections.join('\n')}`
}

const pageHead = `# Configuration

Settings are environment variables. A file \`.env\` in the working directory is read as well; the environment wins. An
empty value is the same as none. A setting that is not acceptable stops the start, and whatever is wrong is listed at
once. \`kalends config\` prints what is in effect, \`kalends config --markdown\` this page.
`
