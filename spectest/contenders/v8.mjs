// Executes a script, translated to JSON and binary modules, in the V8 that runs this file, and counts its assertions.
//
//   node v8.mjs SCRIPT.json        prints {"passed", "failed", "unsupported", "failures": [{"line", "message"}]}
//
// The JSON is that of `spectest --emit-json`; wabt's wast2json and wasm-tools' json-from-wast write the same commands.
// Assertions about the text format are left out of all counts: V8 reads none.

import fs from 'node:fs';
import path from 'node:path';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';

import {signatures} from './signatures.mjs';
import {can_wrap, kinds, silent_function, slots_of, wrap_function, wrap_global} from './wrapper.mjs';

class Mismatch extends Error {}
class Unsupported extends Error {}

function spectest() {
  const make = (type, value) => new WebAssembly.Global({value: type, mutable: false}, value);
  // Functions of the engine's own, since one of JavaScript's can be imported as any type.
  const print = (...params) => silent_function(params);
  const host = {
    print: print(), print_i32: print('i32'), print_i64: print('i64'), print_f32: print('f32'), print_f64: print('f64'),
    print_i32_f32: print('i32', 'f32'), print_f64_f64: print('f64', 'f64'),
    global_i32: make('i32', 666), global_i64: make('i64', 666n), global_f32: make('f32', 666.6), global_f64: make('f64', 666.6),
    table: new WebAssembly.Table({initial: 10, maximum: 20, element: 'anyfunc'}),
    memory: new WebAssembly.Memory({initial: 1, maximum: 2}),
    shared_memory: new WebAssembly.Memory({initial: 1, maximum: 2, shared: true}),
  };
  try {
    host.table64 = new WebAssembly.Table({initial: 10n, maximum: 20n, element: 'anyfunc', address: 'i64'});
  } catch {
    // An engine without 64-bit tables fails the scripts that import one.
  }
  return host;
}

class Script {
  constructor(folder, registered = {}) {
    this.folder = folder;
    this.registered = {spectest: spectest(), ...registered};
    this.instances = new Map();
    this.definitions = new Map();
    this.threads = new Map();
    this.hosts = new Map();
    this.wrapped = new Map();
    this.last = null;
    this.counts = {passed: 0, failed: 0, unsupported: 0, failures: []};
  }

  async run(commands) {
    for (const command of commands) {
      try {
        const outcome = await this.command(command);
        if (outcome === 'passed') this.counts.passed += 1;
      } catch (problem) {
        const asserting = command.type.startsWith('assert_');
        if (problem instanceof Unsupported && asserting) this.counts.unsupported += 1;
        else this.counts.failed += 1;
        this.counts.failures.push({line: command.line, message: `${command.type}: ${problem.message ?? problem}`});
      }
    }
    for (const thread of this.threads.values()) await thread;
    return this.counts;
  }

  async command(command) {
    switch (command.type) {
      case 'module': this.add(command.name, this.instantiate(this.bytes_of(command))); return 'done';
      case 'module_definition': this.define(command); return 'done';
      case 'module_instance': this.add(command.instance, this.instantiate(this.definitions.get(command.module ?? ''))); return 'done';
      case 'register': this.registered[command.as] = this.find(command.name).exports; return 'done';
      case 'action': this.act(command.action); return 'done';
      case 'assert_return': this.check(this.act(command.action), command.expected ?? either(command)); return 'passed';
      case 'assert_trap':
        expect_error(() => command.action ? this.act(command.action) : this.instantiate(this.bytes_of(command)), WebAssembly.RuntimeError);
        return 'passed';
      case 'assert_exhaustion': expect_error(() => this.act(command.action), RangeError); return 'passed';
      case 'assert_exception': expect_error(() => this.act(command.action), WebAssembly.Exception); return 'passed';
      case 'assert_uninstantiable': return this.refuse(command, WebAssembly.RuntimeError, (bytes) => this.instantiate(bytes));
      case 'assert_unlinkable':
        // A module that nothing was registered as is a TypeError in JavaScript.
        return this.refuse(command, [WebAssembly.LinkError, TypeError], (bytes) => this.instantiate(bytes));
      case 'assert_invalid':
      case 'assert_malformed': return this.refuse(command, WebAssembly.CompileError, (bytes) => new WebAssembly.Module(bytes));
      case 'assert_malformed_custom':
      case 'assert_invalid_custom': return 'left out';  // V8 ignores what custom sections hold
      case 'thread': this.start(command); return 'done';
      case 'wait': await this.threads.get(command.thread); return 'done';
      default: throw new Unsupported(`unknown command ${command.type}`);
    }
  }

  // A module's bytes; nothing for one that exists as text only.
  bytes_of(command) {
    const file = command.binary_filename ?? command.filename;
    return file.endsWith('.wat') ? null : fs.readFileSync(path.join(this.folder, file));
  }

  refuse(command, error, attempt) {
    const bytes = this.bytes_of(command);
    if (bytes === null) return 'left out';
    expect_error(() => attempt(bytes), error);
    return 'passed';
  }

  define(command) {
    const bytes = this.bytes_of(command);
    new WebAssembly.Module(bytes);
    this.definitions.set(command.name ?? '', bytes);
    this.definitions.set('', bytes);
  }

  instantiate(bytes) {
    if (bytes == null) throw new Unsupported('a module as text');
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), this.registered);
    return {bytes, exports: instance.exports};
  }

  add(name, instance) {
    this.last = instance;
    if (name) this.instances.set(name, instance);
  }

  find(name) {
    const instance = name ? this.instances.get(name) : this.last;
    if (!instance) throw new Mismatch(`no module ${name ?? ''}`);
    return instance;
  }

  signatures_of(instance) {
    if (!instance.signatures) {
      try {
        instance.signatures = instance.bytes ? signatures(instance.bytes) : {functions: new Map(), globals: new Map()};
      } catch {
        instance.signatures = {functions: new Map(), globals: new Map()};
      }
    }
    return instance.signatures;
  }

  // The action's results as [{type, slots}], or as [{value}] where only JavaScript's own view can be had.
  act(action) {
    const instance = this.find(action.module);
    const target = instance.exports[action.field];
    if (target === undefined) throw new Mismatch(`no export ${action.field}`);
    return action.type === 'get' ? this.read(instance, action.field, target) : this.invoke(instance, action, target);
  }

  read(instance, field, target) {
    const type = this.signatures_of(instance).globals.get(field);
    if (!type?.type) return [{value: target.value}];
    return divide([type.type], wrap_global(target, type)());
  }

  invoke(instance, action, target) {
    const type = this.signatures_of(instance).functions.get(action.field);
    const call = type && can_wrap(type) ? this.wrapper(target, type) : null;
    if (call) return divide(type.results, call(...action.args.flatMap((arg) => this.slots(arg))));
    const result = target(...action.args.map((arg) => this.plain(arg)));
    const values = result === undefined ? [] : Array.isArray(result) ? result : [result];
    return values.map((value) => ({value}));
  }

  // Numbers alone need no wrapper where JavaScript carries them whole.
  wrapper(target, type) {
    const direct = new Set(['i32', 'i64', 'funcref', 'externref']);
    if ([...type.params, ...type.results].every((name) => direct.has(name))) {
      return target;
    }
    if (!this.wrapped.has(target)) {
      let call = null;
      try {
        call = wrap_function(target, type);
      } catch (problem) {
        if (!(problem instanceof WebAssembly.LinkError || problem instanceof WebAssembly.CompileError)) throw problem;
      }
      this.wrapped.set(target, call);
    }
    return this.wrapped.get(target);
  }

  host(value) {
    if (!this.hosts.has(value)) this.hosts.set(value, {host: value});
    return this.hosts.get(value);
  }

  slots(arg) {
    switch (arg.type) {
      case 'i32': case 'f32': return [Number(BigInt.asIntN(32, BigInt(arg.value)))];
      case 'i64': case 'f64': return [BigInt(arg.value)];
      case 'v128': { const bits = vector_bits(arg); return [BigInt.asIntN(64, bits), BigInt.asIntN(64, bits >> 64n)]; }
      default: return [this.reference(arg)];
    }
  }

  plain(arg) {
    const view = new DataView(new ArrayBuffer(8));
    switch (arg.type) {
      case 'i32': return Number(BigInt.asIntN(32, BigInt(arg.value)));
      case 'i64': return BigInt(arg.value);
      case 'f32': view.setUint32(0, Number(arg.value)); return view.getFloat32(0);
      case 'f64': view.setBigUint64(0, BigInt(arg.value)); return view.getFloat64(0);
      case 'v128': throw new Unsupported('a vector as an argument from JavaScript');
      default: return this.reference(arg);
    }
  }

  reference(arg) {
    return arg.value === undefined || arg.value === 'null' ? null : this.host(arg.value);
  }

  check(results, expected) {
    if (results.length !== expected.length) throw new Mismatch(`${results.length} results, expected ${expected.length}`);
    results.forEach((result, index) => {
      if (!this.agrees(result, expected[index])) {
        const got = 'slots' in result ? `${result.type} ${result.slots.map(show)}` : show(result.value);
        throw new Mismatch(`got ${got}, expected ${JSON.stringify(expected[index])}`);
      }
    });
  }

  agrees(result, expected) {
    if (expected.type === 'either') return expected.values.some((value) => this.agrees(result, value));
    const [first, second] = 'slots' in result ? result.slots : [result.value];
    switch (expected.type) {
      case 'i32': return typeof first === 'number' && float_agrees(BigInt(first), 32, expected.value);
      case 'i64': return typeof first === 'bigint' && float_agrees(first, 64, expected.value);
      case 'f32': return float_agrees('slots' in result ? BigInt(first) : float_bits(first, 32), 32, expected.value);
      case 'f64': return float_agrees('slots' in result ? first : float_bits(first, 64), 64, expected.value);
      case 'v128': return 'slots' in result && vector_agrees(BigInt.asUintN(64, first) | BigInt.asUintN(64, second) << 64n, expected);
      default: return this.reference_agrees(result, expected);
    }
  }

  reference_agrees(result, expected) {
    const [first, kind] = 'slots' in result ? result.slots : [result.value];
    const is_null = result.type === 'exnref' || result.type === 'nullexnref' ? first !== 0 : first === null;
    if (expected.value === 'null' || /^(ref)?null(\w*ref)?$/.test(expected.type)) return is_null;
    if (is_null) return false;
    if (expected.value !== undefined && expected.type !== 'funcref') {
      return first === this.host(expected.value) || expected.type === 'i31ref' && first === Number(expected.value);
    }
    const of_kind = (name) => kind === undefined || (kind & kinds[name]) !== 0;
    switch (expected.type) {
      case 'funcref': return typeof first === 'function';
      case 'i31ref': return typeof first === 'number' && of_kind('i31');
      case 'structref': return typeof first === 'object' && of_kind('struct');
      case 'arrayref': return typeof first === 'object' && of_kind('array');
      case 'eqref': return of_kind('i31') || of_kind('struct') || of_kind('array');
      default: return true;
    }
  }

  start(command) {
    const shared = this.find(command.shared_module);
    const exports = Object.fromEntries(Object.entries(shared.exports).filter(
      ([, value]) => value instanceof WebAssembly.Memory && value.buffer instanceof SharedArrayBuffer));
    const worker = new Worker(new URL(import.meta.url), {
      workerData: {commands: command.commands, folder: this.folder, name: command.shared_module, exports},
    });
    this.threads.set(command.name, new Promise((resolve) => {
      worker.on('message', (counts) => {
        for (const key of ['passed', 'failed', 'unsupported']) this.counts[key] += counts[key];
        this.counts.failures.push(...counts.failures);
      });
      worker.on('error', (problem) => {
        this.counts.failed += 1;
        this.counts.failures.push({line: command.line, message: `thread: ${problem.message}`});
      });
      worker.on('exit', resolve);
    }));
  }
}

const either = (command) => [{type: 'either', values: command.either ?? []}];
const show = (value) => typeof value === 'bigint' ? `${value}n` : typeof value === 'object' && value ? '(object)' : String(value);

function expect_error(attempt, error) {
  const wanted = [error].flat();
  const names = wanted.map((one) => one.name).join(' or ');
  try {
    attempt();
  } catch (problem) {
    if (problem instanceof Unsupported) throw problem;
    if (wanted.some((one) => problem instanceof one)) return;
    throw new Mismatch(`expected ${names}, got ${problem}`);
  }
  throw new Mismatch(`expected ${names}, got none`);
}

function divide(types, returned) {
  const slots = returned === undefined ? [] : Array.isArray(returned) ? returned : [returned];
  let at = 0;
  return types.map((type) => {
    const size = slots_of(type);
    at += size;
    const own = slots.slice(at - size, at);
    return {type, slots: own.length ? own : [undefined]};
  });
}

function float_bits(value, width) {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) {
    view.setFloat32(0, value);
    return BigInt(view.getUint32(0));
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

// Equal bits, or a NaN of the class that is asked for.
function float_agrees(got, width, expected) {
  const bits = BigInt.asUintN(width, got);
  const fraction = width === 32 ? 23n : 52n;
  const magnitude = bits & ((1n << BigInt(width - 1)) - 1n);
  const canonical = ((1n << (BigInt(width) - fraction)) - 1n) << (fraction - 1n) & ((1n << BigInt(width - 1)) - 1n);
  if (expected === 'nan:canonical') return magnitude === canonical;
  if (expected === 'nan:arithmetic') return (magnitude & canonical) === canonical;
  return bits === BigInt.asUintN(width, BigInt(expected));
}

const lane_width = (lane_type) => Number(lane_type.slice(1));

function vector_bits({lane_type, value}) {
  const width = BigInt(lane_width(lane_type));
  return value.reduce((bits, lane, index) => bits | BigInt.asUintN(Number(width), BigInt(lane)) << width * BigInt(index), 0n);
}

function vector_agrees(bits, {lane_type, value}) {
  const width = lane_width(lane_type);
  return value.every((lane, index) => float_agrees(BigInt.asUintN(width, bits >> BigInt(width * index)), width, lane));
}

if (isMainThread) {
  const file = process.argv[2];
  const {commands} = JSON.parse(fs.readFileSync(file, 'utf8'));
  const counts = await new Script(path.dirname(file)).run(commands);
  process.stdout.write(JSON.stringify(counts) + '\n');
} else {
  const {commands, folder, name, exports} = workerData;
  const script = new Script(folder);
  const shared = {bytes: null, exports};
  script.last = shared;
  if (name) script.instances.set(name, shared);
  parentPort.postMessage(await script.run(commands));
}
