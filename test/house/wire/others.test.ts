import { playsAsRecorded } from '../wire.ts'

playsAsRecorded('others')
