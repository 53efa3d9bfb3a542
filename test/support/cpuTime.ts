import process from 'node:process'

/** Whose processor time is told: that of the thread that runs the test, or of all threads of the process. */
const clocks = {
  thread: (since?: NodeJS.CpuUsage) => process.threadCpuUsage(since),
  process: (since?: NodeJS.CpuUsage) => process.cpuUsage(since),
}

/** The processor time that this takes, in milliseconds: it does not depend on how busy the machine is. */
export async function cpuTimeOf(work: () => unknown, of: keyof typeof clocks = 'thread'): Promise<number> {
  const before = clocks[of]()
  await work()
  const { user, system } = clocks[of](before)
  return (user + system) / 1000
}

let known_ms: number | undefined

/**
 * What counts as a tenth of a second of processor time here, in milliseconds: the time of work with texts that takes as long
 * where the bounds of tests were set. So a slow machine fails no test, and a fast one hides nothing. It is measured once, or `anew`:
 * processors share what they have, and give less while others work.
 */
export async function tenthOfASecond(anew = false): Promise<number> {
  if (known_ms !== undefined && !anew) return known_ms
  const took: number[] = []
  // Once everything is compiled, and not by the one time that something else came between.
  for (let time = 0; time < 5; time += 1) took.push(await cpuTimeOf(sortWords))
  known_ms = took.toSorted((one, other) => one - other)[2] ?? 0
  return known_ms
}

function sortWords(): void {
  const text = 'It’s "a" <b class="x">long</b> text & more, '.repeat(12_000)
  const words = [...text.matchAll(/<[^>]*>|[&"’]|\w+/g)].map(({ 0: word, index }) => `${word}:${index}`)
  words.join(' ').split(' ').sort()
}
