import { open } from 'node:fs/promises'
import { openDatabase } from './src/db/open.ts'
import { openExport } from './src/imports/kalends/kalends.read.ts'
import { loadExport } from './src/imports/kalends/kalends.load.ts'
import { newReport } from './src/imports/imports.report.ts'
const [, , path, file] = process.argv
const db = await openDatabase(path)
const handle = await open(file)
const report = newReport()
const t = performance.now()
let n = 0
await loadExport(db, await openExport(handle.readLines()), {
  owner: 1,
  report,
  isDryRun: false,
  onProgress: () => {
    if (++n % 5 === 0)
      console.log(n, Math.round(performance.now() - t), Math.round(process.memoryUsage().rss / 1e6))
  },
})
console.log(
  performance.now() - t,
  JSON.stringify(report.counts),
  report.skipped.slice(0, 3),
  report.lost.slice(0, 3),
  report.notes,
)
await db.close()
