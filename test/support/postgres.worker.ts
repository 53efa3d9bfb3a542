import process from 'node:process'
import { inject } from 'vitest'

// Processes that tests start are told by the same variable.
process.env['TEST_POSTGRES'] = inject('postgres')
/** Of the accounts in the template that has some. */
process.env['TEST_ACCOUNTS'] = JSON.stringify(inject('credentials'))
