import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Transactions, Turns } from './turns.ts'
import { DatabaseBusy } from './unavailable.ts'

/** What the clock shows: it goes on only when it is told to, as a busy machine may take longer for anything than others are waited for. */
let now_ms: number
beforeEach(() => {
  now_ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms)
})
afterEach(() => vi.restoreAllMocks())

/** Transactions that only record what is done with them. */
function noted(
  others: Partial<Transactions> = {},
  heard: () => number = () => 0,
  isBusy: () => boolean = () => false,
): { notes: string[]; turns: Turns } {
  const notes: string[] = []
  const transactions: Transactions = {
    joining_ms: 20,
    mayLinger: false,
    begin: async () => void notes.push('begin'),
    commit: () => void notes.push('commit'),
    rollback: () => void notes.push('rollback'),
    lost: () => undefined,
    savepoint: (does) => void notes.push(does === 'begin' ? 'one' : does),
    ...others,
  }
  return { notes, turns: new Turns(transactions, heard, isBusy) }
}

async function transact(turns: Turns, work: () => unknown = () => {}, isSmall = false): Promise<void> {
  const turn = await turns.next()
  await turns.begin(isSmall)
  await work()
  await turns.commit(turn)
}

test('what is asked for in one round of the event loop is committed once', async () => {
  const { notes, turns } = noted()
  await Promise.all([transact(turns), transact(turns), transact(turns)])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'one', 'keep', 'commit'])
})

test('what comes later is committed by itself', async () => {
  const { notes, turns } = noted()
  await transact(turns)
  await transact(turns)
  expect(notes).toEqual(['begin', 'one', 'keep', 'commit', 'begin', 'one', 'keep', 'commit'])
})

test('while the process has other things to do, what comes later joins', async () => {
  let heard = 0
  const { notes, turns } = noted({}, () => heard)
  const first = transact(turns)
  for (let round = 0; round < 5; round += 1) {
    heard += 1
    await setImmediate()
  }
  expect(notes).toEqual(['begin', 'one', 'keep'])
  await Promise.all([first, transact(turns)])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'commit'])
})

test('while the process waits for what it has asked, what comes later joins', async () => {
  const { notes, turns } = noted({}, undefined, () => notes.length < 5)
  const first = transact(turns)
  for (let round = 0; round < 5; round += 1) await setImmediate()
  expect(notes).toEqual(['begin', 'one', 'keep'])
  await Promise.all([first, transact(turns)])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'commit'])
})

test('however long the process waits, what is done is committed in time', async () => {
  const { notes, turns } = noted({}, undefined, () => (now_ms += 1) > 0)
  await transact(turns)
  expect(notes).toEqual(['begin', 'one', 'keep', 'commit'])
})

test('however much there is to do, what is done is committed in time', async () => {
  let heard = 0
  const { notes, turns } = noted({}, () => {
    now_ms += 1
    return (heard += 1)
  })
  await transact(turns)
  expect(notes).toEqual(['begin', 'one', 'keep', 'commit'])
})

test('nothing is committed while a transaction is at work', async () => {
  const { notes, turns } = noted()
  const slow = async () => {
    for (let round = 0; round < 5; round += 1) await setImmediate()
    notes.push('worked')
  }
  await Promise.all([transact(turns), transact(turns, slow)])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'worked', 'keep', 'commit'])
})

test('what may write much does not join what writes little, and is joined by it', async () => {
  const notes: string[] = []
  const begin = async (isSmall: boolean) => void notes.push(isSmall ? 'begin small' : 'begin')
  const { turns } = noted({ begin, commit: () => void notes.push('commit') })
  const [small, large] = [transact(turns, () => {}, true), transact(turns)]
  await Promise.all([small, large, transact(turns, () => {}, true)])
  expect(notes).toEqual(['begin small', 'commit', 'begin', 'commit'])
})

test('when what writes little fails to be committed, what may write much is done all the same', async () => {
  const { notes, turns } = noted({ commit: failingOnce('The disk is full.') })
  const outcomes = await Promise.allSettled([transact(turns, () => {}, true), transact(turns)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(notes).toEqual(['begin', 'one', 'keep', 'rollback', 'begin', 'one', 'keep'])
})

test('as many as came together the last time are waited for, but no longer than a commit takes', async () => {
  const { notes, turns } = noted({
    mayLinger: true,
    commit: () => void ((now_ms += 5), notes.push('commit')),
  })
  await Promise.all([transact(turns), transact(turns)])
  const first = transact(turns)
  for (let round = 0; round < 5; round += 1) await setImmediate()
  expect(notes.slice(6)).toEqual(['begin', 'one', 'keep'])
  await Promise.all([first, transact(turns)])
  expect(notes.slice(6)).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'commit'])
  const alone = transact(turns)
  for (let round = 0; round < 5; round += 1) await setImmediate()
  expect(notes.slice(12)).toEqual(['begin', 'one', 'keep'])
  now_ms += 5
  await alone
  await transact(turns)
  expect(notes.slice(15)).toEqual(['commit', 'begin', 'one', 'keep', 'commit'])
})

test('where others would wait for it too, nobody is waited for', async () => {
  const { notes, turns } = noted()
  await Promise.all([transact(turns), transact(turns)])
  await transact(turns)
  expect(notes.slice(6)).toEqual(['begin', 'one', 'keep', 'commit'])
})

test('one that fails is undone, and ends no sooner than what it has seen is on disk', async () => {
  const { notes, turns } = noted()
  const failing = async () => {
    const turn = await turns.next()
    await turns.begin()
    await turns.rollback(turn)
    notes.push('told')
  }
  await Promise.all([transact(turns), failing()])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'undo', 'commit', 'told'])
})

test('where nothing is kept, nothing is committed', async () => {
  const { notes, turns } = noted()
  const turn = await turns.next()
  await turns.begin()
  await turns.rollback(turn)
  expect(notes).toEqual(['begin', 'one', 'undo', 'rollback'])
})

test('what is done once for all is done again when the one that did it is undone', async () => {
  const { notes, turns } = noted()
  const raise = () => turns.once('raise', async () => void notes.push('raise'))
  const failing = async () => {
    const turn = await turns.next()
    await turns.begin()
    await raise()
    await turns.rollback(turn)
  }
  await Promise.all([failing(), transact(turns, raise), transact(turns, raise)])
  expect(notes).toEqual(['begin', 'one', 'raise', 'undo', 'one', 'raise', 'keep', 'one', 'keep', 'commit'])
})

test('what comes at the end of that is done once, before all of them are committed, unless it was undone', async () => {
  const { notes, turns } = noted()
  const gather = () =>
    turns.once(
      'gather',
      () => notes.push('gather'),
      () => notes.push('index'),
    )
  await Promise.all([transact(turns, gather), transact(turns, gather)])
  expect(notes).toEqual(['begin', 'one', 'gather', 'keep', 'one', 'keep', 'index', 'commit'])
  const turn = await turns.next()
  await turns.begin()
  await gather()
  await turns.rollback(turn)
  expect(notes.slice(8)).toEqual(['begin', 'one', 'gather', 'undo', 'rollback'])
})

test('where that cannot be done, nothing is kept', async () => {
  const { notes, turns } = noted()
  const gather = () => turns.once('gather', () => {}, failingOnce('The index is broken.'))
  const outcomes = await Promise.allSettled([transact(turns, gather), transact(turns, gather)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'rollback'])
})

test('who waits too long is told so, and takes no turn from those behind', async () => {
  const { notes, turns } = noted()
  const turn = await turns.next()
  await turns.begin()
  const hasty = turns.next(1)
  const patient = transact(turns, () => notes.push('patient'))
  await expect(hasty).rejects.toThrow(DatabaseBusy)
  await turns.commit(turn)
  await patient
  expect(notes).toContain('patient')
})

test('a commit that fails fails all that it was to keep, and the next one is another', async () => {
  const { notes, turns } = noted({ commit: failingOnce('The disk is full.') })
  const outcomes = await Promise.allSettled([transact(turns), transact(turns)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await transact(turns)
  expect(notes).toEqual(['begin', 'one', 'keep', 'one', 'keep', 'rollback', 'begin', 'one', 'keep'])
})

test('where rolling back fails too, nobody waits for ever, and the next one runs', async () => {
  const [commit, rollback] = [failingOnce('The disk is full.'), failingOnce('It is away.')]
  const { notes, turns } = noted({ commit, rollback })
  await expect(transact(turns)).rejects.toThrow('The disk is full.')
  await transact(turns)
  expect(notes).toEqual(['begin', 'one', 'keep', 'begin', 'one', 'keep'])
})

function failingOnce(message: string): () => void {
  let hasFailed = false
  return () => {
    if (hasFailed) return
    hasFailed = true
    throw new Error(message)
  }
}
