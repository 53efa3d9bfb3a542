import type { MediaTools } from '../../src/media/media.keep.ts';
/** For contexts of tests in which no image is kept. */
export declare const noMedia: MediaTools;
