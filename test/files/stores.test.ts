import { describeStore } from './conformance.ts'
import { diskGround, s3Ground } from './grounds.ts'

describeStore('a store on disk', diskGround)
describeStore('a store in a bucket', s3Ground)
