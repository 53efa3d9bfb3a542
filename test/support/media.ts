import type { MediaTools } from '../../src/storage/images/tools.ts'

const refuse = () => {
  throw new Error('This test keeps no images.')
}

/** For contexts of tests in which no image is kept. */
export const noMedia: MediaTools = {
  fetcher: undefined,
  worker: { convertImage: refuse },
  store: {
    put: refuse,
    create: refuse,
    open: refuse,
    stat: refuse,
    remove: refuse,
    list: refuse,
    removePartial: refuse,
  },
}
