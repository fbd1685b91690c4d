// Makes the global world of a template: console, files, no clock, no chance,
// and no call that could keep the engine busy beyond its budget. `host` is
// what Rust offers; nothing else of it stays reachable.
(function(host) {
  'use strict';
  const global = globalThis;
  const {log, fileExists, readTextFile, writeTextFile, random} = host;

  const define = (object, name, value) => Object.defineProperty(object, name, {
    value, writable: true, configurable: true, enumerable: false
  });

  // What one line of the console shows of its arguments: no blanks between.
  const digest = values => {
    let line = '';
    for (const value of values)
      line += typeof value === 'object' ? JSON.stringify(value, null, 1) : value;
    return line;
  };
  const writer = level => (...values) => { log(level, digest(values).toWellFormed()); };
  define(global, 'console', {
    log: writer(0), info: writer(0), warn: writer(0), debug: writer(0), error: writer(1)
  });
  const stream = level => ({push(...lines) { for (const line of lines) log(level, ('' + line).toWellFormed()); }});
  define(global, 'stdout', stream(0));
  define(global, 'stderr', stream(1));
  define(global, 'wbfile', {
    fileExists: path => fileExists(('' + path).toWellFormed()),
    readTextFile: path => readTextFile(('' + path).toWellFormed()),
    writeTextFile: (name, content) => writeTextFile(('' + name).toWellFormed(), ('' + content).toWellFormed())
  });

  Math.random = () => random();

  // Time stands still at the epoch, in UTC.
  const Real = Date;
  const parse = text => {
    const local = Real.parse(text + 'Z');
    return Number.isNaN(local) ? Real.parse(text) : local;
  };
  function Still(...parts) {
    if (!new.target) return new Still().toString();
    let value = 0;
    if (parts.length === 1) {
      const given = parts[0] instanceof Real ? +parts[0] : parts[0];
      value = typeof given === 'string' ? parse(given) : given;
    } else if (parts.length > 1) value = Real.UTC(...parts);
    return Reflect.construct(Real, [value], new.target);
  }
  Still.prototype = Real.prototype;
  define(Still, 'UTC', Real.UTC);
  define(Still, 'parse', text => parse('' + text));
  define(Still, 'now', () => 0);
  define(Real.prototype, 'constructor', Still);
  define(global, 'Date', Still);
  define(Still, 'name', 'Date');
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    for (const verb of ['get', 'set']) {
      const utc = Real.prototype[verb + 'UTC' + part];
      if (utc) define(Real.prototype, verb + part, utc);
    }
  }
  define(Real.prototype, 'getTimezoneOffset', () => 0);
  for (const name of ['toString', 'toLocaleString'])
    define(Real.prototype, name, Real.prototype.toUTCString);
  const dayOf = function() { return this.toUTCString().slice(0, 16); };
  const timeOf = function() { return this.toUTCString().slice(17); };
  define(Real.prototype, 'toDateString', dayOf);
  define(Real.prototype, 'toLocaleDateString', dayOf);
  define(Real.prototype, 'toTimeString', timeOf);
  define(Real.prototype, 'toLocaleTimeString', timeOf);

  // What depends on memory, threads or time.
  for (const name of ['WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer', 'performance',
    'gc', 'queueMicrotask', 'navigator'])
    delete global[name];

  // Native loops are not counted by the budget, so their length is bounded.
  // A sparse array or `{length: 2 ** 50}` could keep them busy for ages.
  const LONGEST = 4000000;
  const bounded = (prototype, name) => {
    const original = prototype[name];
    if (typeof original !== 'function') return;
    const wrapped = {[name](...values) {
      if (this !== null && this !== undefined && this.length > LONGEST)
        throw new RangeError(`${name} on more than ${LONGEST} items`);
      return Reflect.apply(original, this, values);
    }}[name];
    define(wrapped, 'length', original.length);
    define(prototype, name, wrapped);
  };
  for (const name of ['concat', 'copyWithin', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast',
    'findLastIndex', 'flat', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map',
    'reduce', 'reduceRight', 'reverse', 'shift', 'slice', 'some', 'sort', 'splice', 'toLocaleString',
    'toReversed', 'toSorted', 'toSpliced', 'toString', 'unshift', 'with'])
    bounded(Array.prototype, name);

  // Nothing of the shared world may change between two evaluations. A
  // template that wants to change it gets a world of its own.
  const freeze = (...roots) => {
    const seen = new Set();
    const queue = [global, ...roots];
    const syntax = [function*() {}, async function() {}, async function*() {}, [][Symbol.iterator](),
      new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ''[Symbol.iterator](), /x/, ''.matchAll(/x/g)];
    queue.push(...syntax);
    while (queue.length) {
      const object = queue.pop();
      const type = typeof object;
      if ((type !== 'object' && type !== 'function') || object === null || seen.has(object)) continue;
      seen.add(object);
      Object.freeze(object);
      queue.push(Object.getPrototypeOf(object));
      for (const key of Reflect.ownKeys(object)) {
        const {value, get, set} = Object.getOwnPropertyDescriptor(object, key);
        queue.push(value, get, set);
      }
    }
  };
  return {freeze, wellFormed: text => text.toWellFormed()};
})
