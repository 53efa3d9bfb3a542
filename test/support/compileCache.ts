import module from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

// The service has more than a thousand files, and each process of tests loads most of them: in 2 s instead of 3 where what Node has
// compiled of them is kept, from one process to the next and from one run to the next. Threads, and programs that tests start, learn of
// it by the variable.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../../node_modules/.cache/compiled')
module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])
