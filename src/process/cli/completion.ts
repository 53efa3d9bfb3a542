import { settings } from '../../config/config.settings.ts'
import { roles } from '../../storage/schema/tables.ts'
import { BadUsage, type Command, command } from './command.ts'
import type { Completed, Values } from './completion.words.ts'
import { exportFormats } from './export.filters.ts'

/** The shells that command lines are completed in. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** What writes the script of each. */
const writers: Readonly<Record<Shell, () => Promise<(commands: readonly Completed[]) => string>>> = {
  bash: async () => (await import('./completion.bash.ts')).bashCompletion,
  zsh: async () => (await import('./completion.zsh.ts')).zshCompletion,
  fish: async () => (await import('./completion.fish.ts')).fishCompletion,
}

const values: Readonly<Record<string, Values>> = {
  ROLE: roles,
  FORMAT: exportFormats,
  SCOPE: ['read', 'write', 'admin'],
  SETTING: Object.keys(settings),
  SHELL: shells,
  FILE: 'files',
  DIR: 'files',
  DATABASE: 'files',
  SOURCE: 'files',
}

/** The script by which a shell completes command lines with these commands; it runs nothing of Kalends and asks no database. */
export async function completionOf(shell: Shell, commands: readonly Command[]): Promise<string> {
  const write = await writers[shell]()
  return write(commands.map(completed))
}

/** The commands that tell shells and `man` of all commands. */
export const completionCommands = (all: () => readonly Command[]) => [
  command({
    name: 'completion',
    arguments: ['SHELL'],
    options: {},
    summary: 'Print what lets a shell complete the words of “kalends”: bash, zsh or fish',
    details:
      'For bash: kalends completion bash > ~/.local/share/bash-completion/completions/kalends. For zsh: into a file _kalends in a ' +
      'folder of $fpath. For fish: into ~/.config/fish/completions/kalends.fish.',
    run: async (world, { SHELL: named }) => {
      const shell = shells.find((known) => known === named)
      if (shell === undefined) throw new BadUsage(`completion takes bash, zsh or fish, not “${named}”.`)
      world.print((await completionOf(shell, all())).trimEnd())
    },
  }),
  command({
    name: 'man',
    arguments: [],
    options: {},
    summary: 'Print the manual page (roff): kalends man | man -l -',
    run: async (world) => {
      const { manualPage } = await import('./manual.ts')
      world.print(manualPage(all(), world.version()).trimEnd())
    },
  }),
]

function completed({ name, summary, arguments: names, options }: Command): Completed {
  return {
    words: name.split(' '),
    says: summary,
    arguments: names
      .map((each) => each.replace('?', ''))
      .map((each) => ({ name: each, values: valuesOf(each) })),
    options: Object.entries(options).map(([option, { value, says }]) => ({
      name: `--${option}`,
      says,
      value,
      values: value === undefined ? undefined : valuesOf(value),
    })),
  }
}

/** A name in small letters, such as `true|false`, is itself what there is to choose from. */
function valuesOf(name: string): Values {
  return /^[a-z]+(?:\|[a-z]+)+$/.test(name) ? name.split('|') : values[name]
}
