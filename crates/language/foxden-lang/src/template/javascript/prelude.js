// Makes the global world of a template: console, files, no clock, no chance,
// and no call that could keep the engine busy beyond its budget. `host` is
// what Rust offers; nothing else of it stays reachable.
(function(host) {
  'use strict';
  const global = globalThis;
  const {log, charge, fileExists, readTextFile, writeTextFile, random} = host;

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

  // A native function is one operation for the engine, however long its text or
  // list is. So work beyond a short length is counted by the host.
  const SHORT = 256;
  const lengthOf = value => {
    if (typeof value === 'string') return value.length;
    if (typeof value !== 'object' || value === null) return 0;
    const length = Array.isArray(value) || ArrayBuffer.isView(value) ? value.length : 0;
    return length > 0 ? length : 0;
  };
  const all = (self, values) => values.reduce((sum, value) => sum + lengthOf(value), lengthOf(self));
  const given = (_, values) => all(undefined, values);
  const nothing = () => 0;
  const chargeLong = length => {
    if (length > SHORT) charge(length);
  };
  // `before` and `after` give the work of a call. A result is always counted, because it is new.
  const counted = (object, name, before = all, after = (_self, _values, result) => lengthOf(result)) => {
    const original = object[name];
    if (typeof original !== 'function') return;
    const wrapped = {[name](...values) {
      chargeLong(before(this, values));
      const result = Reflect.apply(original, this, values);
      chargeLong(after(this, values, result));
      return result;
    }}[name];
    define(wrapped, 'length', original.length);
    define(object, name, wrapped);
  };
  const start = position => Math.max(+position || 0, 0);
  // What a search from a position passed.
  const passed = (text, [wanted, from], found) =>
    found < 0 ? lengthOf(text) - start(from) : found - start(from) + lengthOf(wanted);
  const work = {
    repeat: [(text, [times]) => ('' + text).length * +times],
    padStart: [(text, [length]) => lengthOf(text) + +length],
    padEnd: [(text, [length]) => lengthOf(text) + +length],
    slice: [nothing],
    substring: [nothing],
    substr: [nothing],
    startsWith: [given],
    endsWith: [given],
    indexOf: [nothing, passed],
    includes: [(text, [_, from]) => lengthOf(text) - start(from)],
  };
  for (const name of Object.getOwnPropertyNames(String.prototype)) {
    if (['constructor', 'toString', 'valueOf', 'at', 'charAt', 'charCodeAt', 'codePointAt'].includes(name)) continue;
    counted(String.prototype, name, ...Object.hasOwn(work, name) ? work[name] : []);
  }
  // a list that is sorted is walked through several times
  const sorting = list => lengthOf(list) * Math.log2(lengthOf(list) + 1);
  const listWork = {slice: [nothing], sort: [sorting], toSorted: [sorting]};
  for (const name of ['concat', 'copyWithin', 'fill', 'flat', 'includes', 'indexOf', 'join', 'lastIndexOf', 'reverse',
    'shift', 'slice', 'sort', 'splice', 'toReversed', 'toSorted', 'toSpliced', 'toString', 'unshift', 'with']) {
    const costs = Object.hasOwn(listWork, name) ? listWork[name] : [];
    counted(Array.prototype, name, ...costs);
    const typed = Object.getPrototypeOf(Uint8Array.prototype);
    if (Object.hasOwn(typed, name)) counted(typed, name, ...costs);
  }
  counted(Object.getPrototypeOf(Uint8Array.prototype), 'set', given);
  // New buffers are cleared, byte by byte.
  const buffers = {ArrayBuffer, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
    Uint32Array, BigInt64Array, BigUint64Array, Float32Array, Float64Array};
  for (const [name, original] of Object.entries(buffers)) {
    const size = value => typeof value === 'number' ? value : lengthOf(value);
    const wrapped = new Proxy(original, {construct(target, values, self) {
      chargeLong(size(values[0]) * (target.BYTES_PER_ELEMENT || 1));
      return Reflect.construct(target, values, self === wrapped ? target : self);
    }});
    define(original.prototype, 'constructor', wrapped);
    define(global, name, wrapped);
  }
  for (const name of ['parse', 'stringify']) counted(JSON, name);
  for (const name of ['from', 'of']) counted(Array, name);
  for (const name of ['keys', 'values', 'entries', 'assign', 'getOwnPropertyNames', 'fromEntries']) counted(Object, name);
  counted(Reflect, 'ownKeys');
  // An expression that goes on where it was counts from there. It begins again after the last match.
  for (const name of ['test', 'exec']) {
    let begin = 0;
    const before = expression => {
      begin = expression.global || expression.sticky ? start(expression.lastIndex) : 0;
      return 0;
    };
    const after = (expression, [text], result) => {
      const goesOn = result && (expression.global || expression.sticky);
      return (goesOn ? start(expression.lastIndex) : lengthOf(text)) - begin;
    };
    counted(RegExp.prototype, name, before, after);
  }

  // A sparse array or `{length: 2 ** 50}` takes little memory and could keep native
  // loops busy for ages, so their length is bounded.
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
  const rawText = String.raw;
  define(String, 'raw', (strings, ...values) => {
    if (strings?.raw?.length > LONGEST) throw new RangeError(`raw on more than ${LONGEST} items`);
    return rawText(strings, ...values);
  });

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
