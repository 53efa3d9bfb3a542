import process from 'node:process'
import { asksForVersion } from './cli/version.ts'
import { packageVersion } from '../config/version.ts'
import { codeOf } from '../pure/text/errorDetails.ts'

process.stdout.on('error', (error) => {
  // A reader such as `head` may stop early: that is no failure.
  if (codeOf(error) === 'EPIPE') return
  process.stderr.write(`kalends: The results could not be written: ${error.message}.\n`)
  process.exit(1)
})

// When even a remark cannot be written, there is nowhere left to report it.
process.stderr.on('error', () => {})

// What is made here belongs to whoever runs it, whatever they have set: it holds drafts, passwords and addresses. SQLite and
// libraries make files of their own, so that the process says it and not each place that makes one.
process.umask(0o077)

const words = process.argv.slice(2)
if (asksForVersion(words)) process.stdout.write(`${packageVersion()}\n`)
else {
  // Loaded only here: scripts ask often which version this is, and get to know it in two thirds of the time.
  const { runHere } = await import('./cli/world.ts')
  const status = await runHere(words)
  // Set rather than exited with: output that waits is still written, and a running server goes on.
  if (status !== 0) process.exitCode = status
}
