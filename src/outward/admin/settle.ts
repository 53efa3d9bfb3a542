/** Waits for an answer, and does one thing with it, or another with what went wrong. */
export async function settle<Value>(
  asked: Promise<Value>,
  done: (value: Value) => void,
  failed: (error: unknown) => void,
): Promise<void> {
  let value: Value
  try {
    value = await asked
  } catch (error) {
    failed(error)
    return
  }
  done(value)
}
