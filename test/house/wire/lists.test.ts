import { playsAsRecorded } from '../wire.ts'

playsAsRecorded('lists')
