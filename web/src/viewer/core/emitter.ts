// Listeners by kind of event.

export class Emitter<E extends object> {
  private readonly listeners = new Map<keyof E, Set<(data: never) => void>>();

  /** Calls `listener` at each event; the result ends that. */
  on<K extends keyof E>(kind: K, listener: (data: E[K]) => void): () => void {
    const known = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, known.add(listener));
    return () => known.delete(listener);
  }

  emit<K extends keyof E>(kind: K, data: E[K]): void {
    for (const listener of this.listeners.get(kind) ?? []) (listener as (data: E[K]) => void)(data);
  }
}
