import { playsAsRecorded } from '../wire.ts'

playsAsRecorded('writing')
