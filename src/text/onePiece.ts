/**
 * The same value with each of its texts in one piece in memory, as texts are that were read, or joined of parts; those of templates
 * and of `replace` are not. When all of its texts are so, JSON.stringify writes a value in half the time.
 */
export function inOnePiece<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
