import { NoAnswer, refusalOf } from '../api.ts'
import { rest } from '../place.ts'
import type { Media } from '../common/media.ts'

/**
 * Sends a picture, and tells meanwhile which share of it has been sent; `path` is that of another picture whose file it becomes. By
 * XMLHttpRequest, as fetch tells nothing of what is under way. Throws what {@link refusalOf} makes, or {@link NoAnswer}.
 */
export function upload(file: File, onShare: (share: number) => void, path = 'media'): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${rest}/${path}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.setRequestHeader('Content-Disposition', dispositionOf(file.name))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onShare(loaded / total)
    })
    request.addEventListener('error', () => reject(new NoAnswer()))
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText)
      if (request.status < 400) resolve(body as Media)
      else void refusalOf({ status: request.status, headers: headersOf(request) }, body).then(reject)
    })
    request.send(file)
  })
}

function bodyOf(text: string): Partial<Media & { readonly code: string; readonly message: string }> {
  try {
    // The routes say what they answer.
    return JSON.parse(text) as ReturnType<typeof bodyOf>
  } catch {
    return {}
  }
}

function headersOf(request: XMLHttpRequest): Headers {
  const wait = request.getResponseHeader('Retry-After')
  return new Headers(wait === null ? {} : { 'Retry-After': wait })
}

/** The name of the file in ASCII and as it is (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
