import { openDatabase } from './src/db/open.ts'
import { DatabaseSync } from 'node:sqlite'
import { rmSync } from 'node:fs'
async function run(label: string, prep: string[], batch: number, end: string[]=[]) {
  rmSync('/tmp/exp_sq', {recursive:true, force:true})
  const db0 = await openDatabase('/tmp/exp_sq/k.db'); await db0.assertReady(); await db0.close()
  const db = new DatabaseSync('/tmp/exp_sq/k.db')
  db.exec("pragma synchronous=full"); for (const p of prep) db.exec(p)
  db.exec("attach '/tmp/exp_data/kalends.db' as src")
  db.exec('insert into users select * from src.users')
  const t=performance.now(); const c=process.cpuUsage()
  db.exec('begin; insert into items select * from src.items; commit')
  for (let i=0;i<105000;i+=batch) db.exec(`begin; insert into events select * from src.events where id>${i} and id<=${i+batch}; commit`)
  for (const p of end) db.exec(p)
  const u=process.cpuUsage(c)
  console.log(label, Math.round(performance.now()-t), 'cpu user', Math.round(u.user/1000), 'sys', Math.round(u.system/1000))
  db.close()
}
const nofts=['drop trigger events_search_insert']
await run('4000 cache32', ['pragma cache_size=-32768'],4000)
await run('4000 cache256', ['pragma cache_size=-262144'],4000)
await run('4000 nofts cache256', ['pragma cache_size=-262144',...nofts],4000)
await run('4000 nofts cache256 rebuild', ['pragma cache_size=-262144',...nofts],4000,["insert into events_search(events_search) values('rebuild')"])
await run('4000 fts hash 16MB', ['pragma cache_size=-262144',"insert into events_search(events_search, rank) values('hashsize', 16777216)"],4000)
