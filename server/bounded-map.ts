/** A map of at most `sizeMax` entries: setting an entry makes it the newest, and the oldest is dropped. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly sizeMax: number

  constructor(sizeMax: number) {
    super()
    this.sizeMax = sizeMax
  }

  override set(key: K, value: V): this {
    // A map iterates in insertion order.
    this.delete(key)
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.size <= this.sizeMax) break
      this.delete(oldest)
    }
    return this
  }
}
