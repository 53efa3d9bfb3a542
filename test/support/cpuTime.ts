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
