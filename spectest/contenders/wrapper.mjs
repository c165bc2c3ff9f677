// Small modules between a script and the engine: they carry floats and vectors as integers, so that JavaScript neither
// loses a NaN's payload nor refuses a vector, and they look at references from the inside.
//
// A value crosses as slots: i32 and f32 as one i32, i64 and f64 as one i64, v128 as two i64 (low half first), exnref as
// the i32 "is it null" (results only), a reference of the `any` hierarchy as itself and an i32 of what it is (results
// only; see `kinds`), any other reference as itself.

const codes = {
  i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b, funcref: 0x70, externref: 0x6f, anyref: 0x6e, eqref: 0x6d,
  i31ref: 0x6c, structref: 0x6b, arrayref: 0x6a, exnref: 0x69, nullref: 0x71, nullexternref: 0x72, nullfuncref: 0x73,
  nullexnref: 0x74,
};
const any_types = new Set(['anyref', 'eqref', 'i31ref', 'structref', 'arrayref', 'nullref']);
export const kinds = {null: 1, i31: 2, struct: 4, array: 8};

const end = 0x0b;
const local_get = (index) => [0x20, ...leb(index)];
const local_set = (index) => [0x21, ...leb(index)];
const call = (index) => [0x10, ...leb(index)];
const global_get = (index) => [0x23, ...leb(index)];
const i64_reinterpret_f64 = 0xbd, f64_reinterpret_i64 = 0xbf, i32_reinterpret_f32 = 0xbc, f32_reinterpret_i32 = 0xbe;
const ref_is_null = 0xd1, i32_or = 0x72, i32_shl = 0x74;
const i64x2_splat = [0xfd, 0x12], i64x2_replace_lane = (lane) => [0xfd, 0x1e, lane];
const i64x2_extract_lane = (lane) => [0xfd, 0x1d, lane];
const ref_test_null = (heap) => [0xfb, 0x14, heap];
const i32_const = (value) => [0x41, value];

function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}

const vector = (items) => [...leb(items.length), ...items.flat()];
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes];
const text = (word) => vector([...new TextEncoder().encode(word)]);
const function_type = (params, results) => [0x60, ...vector(params.map((t) => codes[t])), ...vector(results.map((t) => codes[t]))];

function param_slots(type) {
  switch (type) {
    case 'f32': return ['i32'];
    case 'f64': return ['i64'];
    case 'v128': return ['i64', 'i64'];
    default: return [type];
  }
}

function result_slots(type) {
  if (type === 'exnref' || type === 'nullexnref') return ['i32'];
  if (any_types.has(type)) return [type, 'i32'];
  return param_slots(type);
}

// Pushes the value whose slots begin at a local.
function push_param(type, local) {
  switch (type) {
    case 'f32': return [...local_get(local), f32_reinterpret_i32];
    case 'f64': return [...local_get(local), f64_reinterpret_i64];
    case 'v128': return [...local_get(local), ...i64x2_splat, ...local_get(local + 1), ...i64x2_replace_lane(1)];
    default: return local_get(local);
  }
}

// Pushes the slots of the value in a local.
function push_result(type, local) {
  switch (type) {
    case 'f32': return [...local_get(local), i32_reinterpret_f32];
    case 'f64': return [...local_get(local), i64_reinterpret_f64];
    case 'v128': return [...local_get(local), ...i64x2_extract_lane(0), ...local_get(local), ...i64x2_extract_lane(1)];
    case 'exnref': case 'nullexnref': return [...local_get(local), ref_is_null];
    default: return any_types.has(type) ? [...local_get(local), ...kind_of(local)] : local_get(local);
  }
}

// Bits of `kinds`. Each test accepts null, so that a null has all of them; callers look at the null bit first.
function kind_of(local) {
  return [
    ...local_get(local), ref_is_null,
    ...[[0x6c, 1], [0x6b, 2], [0x6a, 3]].flatMap(([heap, shift]) =>
      [...local_get(local), ...ref_test_null(heap), ...i32_const(shift), i32_shl, i32_or]),
  ];
}

function build(imports, import_types, params, results, operation) {
  const slots = params.flatMap(param_slots);
  let local = 0;
  const before = params.flatMap((type) => {
    const pushed = push_param(type, local);
    local += param_slots(type).length;
    return pushed;
  });
  const first = slots.length;
  const after = [
    ...results.map((_, index) => local_set(first + results.length - 1 - index)).flat(),
    ...results.flatMap((type, index) => push_result(type, first + index)),
  ];
  const locals = vector(results.map((type) => [1, codes[type]]));
  const body = [...locals, ...before, ...operation, ...after, end];
  const bytes = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, vector([...import_types, function_type(slots, results.flatMap(result_slots))])),
    ...section(2, vector([imports])),
    ...section(3, [1, import_types.length]),
    ...section(7, vector([[...text('f'), 0, ...leb(import_types.length)]])),
    ...section(10, vector([[...leb(body.length), ...body]])),
  ];
  return new WebAssembly.Module(new Uint8Array(bytes));
}

const modules = new Map();

function cached(key, make) {
  if (!modules.has(key)) modules.set(key, make());
  return modules.get(key);
}

// Whether these types can be written outside the module that they come from.
export function can_wrap({params, results}) {
  return [...params, ...results].every((type) => type !== null) && !params.includes('exnref');
}

// A function of slots that calls the given one.
export function wrap_function(target, {params, results}) {
  const module = cached(`function ${params} -> ${results}`, () =>
    build([...text(''), ...text(''), 0, 0], [function_type(params, results)], params, results, call(0)));
  return new WebAssembly.Instance(module, {'': {'': target}}).exports.f;
}

// A function that gives the slots of a global's value.
export function wrap_global(target, {type, mutable}) {
  const module = cached(`global ${type} ${mutable}`, () =>
    build([...text(''), ...text(''), 3, codes[type], mutable ? 1 : 0], [], [], [type], global_get(0)));
  return new WebAssembly.Instance(module, {'': {'': target}}).exports.f;
}

// A function of the engine's own that does nothing.
export function silent_function(params) {
  const bytes = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, vector([function_type(params, [])])),
    ...section(3, [1, 0]),
    ...section(7, vector([[...text('f'), 0, 0]])),
    ...section(10, vector([[2, 0, end]])),
  ];
  return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.f;
}

export function slots_of(type) {
  return result_slots(type).length;
}
