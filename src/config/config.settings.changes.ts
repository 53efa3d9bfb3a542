import { either, host, integer, list, type Setting } from './config.readers.ts'

/** The settings of the log of changes, and of who follows it. */
export const changesSettings = {
  HISTORY_DAYS: {
    default: '365',
    // What was changed a hundred years ago is kept as well by 0.
    value: integer(0, 36_500),
    says: 'How many days it is kept what was changed, by whom, and what it was before: so far back changes can be taken back, and others can follow from where they were. `0` keeps everything.',
    example: '90',
  },
  STREAM_READERS: {
    default: '1000',
    // Each takes a connection and some ten kilobytes.
    value: integer(0, 100_000),
    says: 'How many readers may follow the stream of changes in each process, a tenth of them from one address. `0`: nobody, and they ask for changes instead.',
    example: '5000',
  },
  WEBHOOK_HOSTS: {
    default: 'none',
    value: either({ none: [] }, list(host, 100, 'hosts such as hooks.internal:8080')),
    says: 'Hosts that webhooks may be sent to although their addresses are private.',
    example: 'hooks.internal,10.0.0.5:8080',
  },
} as const satisfies Record<string, Setting<unknown>>
