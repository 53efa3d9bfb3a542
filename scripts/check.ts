import { spawn } from 'node:child_process'
import process from 'node:process'
import { text } from 'node:stream/consumers'

/**
 * Runs what looks at the code without running it, all beside each other: two of them use one core each for most of their time. Each
 * says at its end what it found; the status is 1 where any of them found something.
 */
const tools = ['lint', 'typecheck:browser', 'format:check', 'knip']

const passed = await Promise.all(
  tools.map(async (tool) => {
    const child = spawn('npm', ['run', '--silent', tool], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<boolean>((resolve, reject) =>
      child.once('error', reject).once('close', (status) => resolve(status === 0)),
    )
    const [said, complained, isWell] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    console.log(`${tool}: ${isWell ? 'passed' : 'failed'}\n${said}${complained}`)
    return isWell
  }),
)
process.exitCode = passed.every(Boolean) ? 0 : 1
