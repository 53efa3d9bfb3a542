// @ts-check
// Signs in with a passkey: by the button of the page, which only a script can show, or from the list that a browser offers at the
// field of the name.

/** After so long the question is asked anew, in milliseconds: it ends after ten minutes. */
const askAgain_ms = 480_000

const part = document.querySelector('[data-passkey]')
if (part instanceof HTMLFormElement && window.PublicKeyCredential) begin(part)

/**
 * @param {HTMLFormElement} form
 */
function begin(form) {
  const button = form.querySelector('button')
  const told = form.querySelector('[role=status]')
  const offer = new AbortController()

  const askNow = async () => {
    if (!button) return
    // A browser asks one question at a time.
    offer.abort()
    button.disabled = true
    if (told) told.textContent = ''
    try {
      await ask(form, {})
    } catch {
      // Whoever changes their mind knows; whoever has no passkey here is told what else there is.
      if (told) told.textContent = form.dataset['none'] ?? ''
    } finally {
      button.disabled = false
    }
  }

  const offerInField = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const isOver = AbortSignal.timeout(askAgain_ms)
    try {
      await ask(form, { mediation: 'conditional', signal: AbortSignal.any([offer.signal, isOver]) })
    } catch {
      // Whoever has pressed the button meanwhile is asked by that.
      if (isOver.aborted && !offer.signal.aborted) await offerInField()
    }
  }

  button?.addEventListener('click', () => void askNow())
  form.hidden = false
  for (const other of document.querySelectorAll('[data-beside-passkey]')) other.classList.add('plain')
  void offerInField().catch(() => {})
}

/**
 * Fetches a question, has a passkey answer it, and sends the answer.
 * @param {HTMLFormElement} form
 * @param {CredentialRequestOptions} how
 */
async function ask(form, how) {
  const answer = await fetch(form.dataset['question'] ?? '', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The question was answered with ${answer.status}.`)
  const { challenge, rpId, timeout, userVerification } =
    /** @type {{ challenge: string, rpId: string, timeout: number, userVerification: 'required' }} */ (
      await answer.json()
    )
  const publicKey = { challenge: bytesOf(challenge), rpId, timeout, userVerification }
  const credential = await navigator.credentials.get({ ...how, publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('There was no passkey.')
  const { id, type, response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('It has not answered.')
  const { userHandle } = response
  const sent = {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    ...(userHandle === null ? {} : { userHandle: textOf(userHandle) }),
  }
  const field = form.querySelector('input')
  if (field) field.value = JSON.stringify({ id, type, response: sent })
  form.submit()
}

/**
 * @param {string} text in base64url
 */
function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
}

/**
 * @param {ArrayBuffer} buffer
 */
function textOf(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
