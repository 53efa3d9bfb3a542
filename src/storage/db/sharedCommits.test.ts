import { setImmediate } from 'node:timers/promises'
import {
  type CompiledQuery,
  DummyDriver,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Writer } from './dialect.ts'
import { type CommitOptions, SharedCommits } from './sharedCommits.ts'
import { DatabaseAway, DatabaseBusy, OutcomeUnknown } from './unavailability.ts'

/** What is said to the database, in one word each. */
const words: Readonly<Record<string, string>> = {
  'savepoint one': 'one',
  'release one': 'keep',
  'rollback to one': 'undo',
}

/** Transactions on a database that only notes what it is told; what fails of it is thrown once. */
function noted(options: Partial<CommitOptions> = {}, failing: Record<string, Error> = {}) {
  const notes: string[] = []
  const tell = async (sql: string) => {
    const word = sql.startsWith('update revision ') ? 'raise' : (words[sql] ?? sql)
    notes.push(word)
    const failure = failing[word]
    delete failing[word]
    if (failure) throw failure
  }
  class NotingDriver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      const executeQuery = async ({ sql }: CompiledQuery) => tell(sql).then(() => ({ rows: [] }))
      return { ...(await super.acquireConnection()), executeQuery }
    }
  }
  const commits = new SharedCommits({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new NotingDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    begin: () => tell('begin'),
    joining_ms: 10_000,
    patience_ms: 0,
    ...options,
  })
  const write = (work: () => unknown = () => {}) => commits.write(async () => work(), 'aside')
  return { notes, commits, write }
}

const refuse = () => {
  throw new Error('No.')
}
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await setImmediate()
}

test('what is asked for in one round of the event loop is committed once', async () => {
  const { notes, write } = noted()
  await Promise.all([write(), write(), write()])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'one', 'keep', 'commit'])
})

test('what comes later is committed by itself', async () => {
  const { notes, write } = noted()
  await write()
  await write()
  expect(notes).toEqual(['begin', 'one', 'keep', 'commit', 'begin', 'one', 'keep', 'commit'])
})

test('what comes after another is done, however soon, is not left waiting', async () => {
  const { write } = noted({ joining_ms: 0 })
  for (let steps = 0; steps < 60; steps += 1) {
    await write()
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    let isDone = false
    void write().then(() => (isDone = true))
    await rounds(5)
    expect(isDone, `after ${steps} steps`).toBe(true)
  }
})

test('what comes while another is at work joins it, and nothing is committed before both are over', async () => {
  const { notes, write } = noted()
  const slow = write(async () => {
    await rounds(5)
    notes.push('worked')
  })
  await rounds(2)
  await Promise.all([slow, write()])
  expect(notes).toEqual(['begin', 'one', 'worked', 'keep', 'one', 'keep', 'commit'])
})

test('whenever the next one comes, it is done', async () => {
  const { notes, write } = noted()
  for (let later = 0; later < 50; later += 1) {
    await write()
    for (let step = 0; step < later; step += 1) await Promise.resolve()
  }
  expect(notes.filter((note) => note === 'keep')).toHaveLength(50)
})

test('nobody joins one that has been open for its time', async () => {
  const { notes, write } = noted({ joining_ms: 0 })
  await Promise.all([write(), write()])
  expect(notes).toEqual(['begin', 'one', 'keep', 'commit', 'begin', 'one', 'keep', 'commit'])
})

test('each that is not aside raises the revision', async () => {
  const { notes, commits, write } = noted()
  const shown = () => commits.write(async () => {})
  await Promise.all([write(), shown(), shown(), write()])
  const expected = 'begin one keep one raise keep one raise keep one keep commit'
  expect(notes.join(' ')).toBe(expected)
})

test('one that is undone takes the revision back, and the next one raises it', async () => {
  const { notes, commits, write } = noted()
  const failing = commits.write(async () => refuse()).catch(() => {})
  await Promise.all([write(), failing, commits.write(async () => {})])
  expect(notes.join(' ')).toBe('begin one raise undo one keep one raise keep commit')
})

test('one that fails is undone, and ends no sooner than what it has seen is on disk', async () => {
  const { notes, write } = noted()
  const told = (error: Error) => notes.push(error.message)
  await Promise.all([write(), write(refuse).catch(told)])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'undo', 'commit', 'No.'])
})

test('where nothing is kept, nothing is committed', async () => {
  const { notes, write } = noted()
  await expect(write(refuse)).rejects.toThrow('No.')
  expect(notes).toEqual(['begin', 'one', 'undo', 'rollback'])
})

test('one whose failure was overlooked is not kept', async () => {
  const { notes, write } = noted({}, { keep: new Error('current transaction is aborted') })
  await expect(write()).rejects.toThrow('The transaction had failed and was rolled back.')
  expect(notes).toEqual(['begin', 'one', 'keep', 'undo', 'rollback'])
})

test('where the revision is not raised, nothing is kept', async () => {
  const { notes, commits } = noted({}, { raise: new Error('The disk is full.') })
  const shown = () => commits.write(async () => {})
  await expect(shown()).rejects.toThrow('The disk is full.')
  expect(notes).toEqual(['begin', 'one', 'raise', 'rollback'])
})

test('who waits too long is told so, and takes no turn from those behind', async () => {
  const { notes, write } = noted({ patience_ms: 20 })
  const released = Promise.withResolvers<void>()
  const first = write(() => released.promise)
  await expect(write()).rejects.toThrow(DatabaseBusy)
  const patient = write(() => notes.push('patient'))
  released.resolve()
  await Promise.all([first, patient])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'patient', 'keep', 'commit'])
})

test('a commit that fails fails all that it was to keep, and the next one is another', async () => {
  const { notes, write } = noted({}, { commit: new Error('The disk is full.') })
  const outcomes = await Promise.allSettled([write(), write()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await write()
  expect(notes.slice(5)).toEqual(['commit', 'rollback', 'begin', 'one', 'keep', 'commit'])
})

test('of a commit whose answer is lost nobody knows, but who has failed has written nothing', async () => {
  const { write } = noted({}, { commit: new DatabaseAway() })
  const [written, failed] = await Promise.allSettled([write(), write(refuse)])
  expect(written).toMatchObject({ reason: expect.any(OutcomeUnknown) })
  expect(failed).toMatchObject({ reason: expect.any(DatabaseAway) })
})

test('where undoing and rolling back fail too, all of them fail, and the next one runs', async () => {
  const [undo, rollback] = [new Error('It is away.'), new Error('It is away.')]
  const { notes, write } = noted({}, { undo, rollback })
  const outcomes = await Promise.allSettled([write(), write(refuse)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await write()
  expect(notes.slice(5)).toEqual(['rollback', 'begin', 'one', 'keep', 'commit'])
})

test('where none can begin, all that wait are told why, and the next one tries again', async () => {
  let isAway = true
  const { write } = noted({
    begin: async () => {
      if (isAway) throw new DatabaseAway()
    },
  })
  for (const { status } of await Promise.allSettled([write(), write()])) expect(status).toBe('rejected')
  isAway = false
  await write()
})

test('statements that a transaction has not waited for are no part of another', async () => {
  const { commits } = noted()
  const late = Promise.withResolvers<unknown>()
  await commits.write(async (tx) => {
    const insert = () => tx.insertInto('items').values({ kind: 'event' }).execute()
    void setImmediate().then(() => insert().then(late.reject, late.resolve))
  })
  expect(await late.promise).toEqual(new Error('The transaction has ended.'))
})

test('one that takes long lets others have their turn between its statements, which stay in their order', async () => {
  const { notes, commits } = noted()
  let now_ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now_ms += 20))
  const insert = async (tx: Writer, table: 'items' | 'terms') => {
    await sql.raw(`insert ${table}`).execute(tx)
  }
  await commits.write(async (tx) => {
    void setImmediate().then(() => notes.push('other'))
    await Promise.all([insert(tx, 'items'), insert(tx, 'terms')])
  }, 'aside')
  clock.mockRestore()
  expect(notes).toEqual(['begin', 'one', 'other', 'insert items', 'insert terms', 'keep', 'commit'])
})

test.each([
  ['refused', async () => refuse(), 'No.', ['begin', 'one', 'raise', 'undo', 'rollback']],
  ['done', async () => 'done', undefined, ['begin', 'one', 'raise', 'keep', 'commit']],
])(
  'what is %s before its first statement is told so, though time ran out meanwhile',
  async (_, work, reason, said) => {
    const { notes, commits } = noted()
    // On a machine that others keep busy any two lines may be this far apart.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const outcome = await commits.write(work).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect([outcome, notes]).toEqual([reason, said])
  },
)
