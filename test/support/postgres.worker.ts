import process from 'node:process'
import { inject } from 'vitest'

// Processes that tests start are told by the same variable.
process.env['TEST_POSTGRES'] = inject('postgres')
