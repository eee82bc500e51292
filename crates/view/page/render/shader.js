// A program of the graphics card.

// A compiled program with the places of its uniforms.
export class Shader {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
        throw new Error(gl.getShaderInfoLog(shader));
      }
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(this.program));
    }
    this.uniforms = new Map();
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS);
    for (let index = 0; index < count; index += 1) {
      const { name, type } = gl.getActiveUniform(this.program, index);
      this.uniforms.set(name, { type, place: gl.getUniformLocation(this.program, name) });
    }
  }

  use(values) {
    const { gl } = this;
    gl.useProgram(this.program);
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.uniforms.get(name);
      if (uniform !== undefined) this.set(uniform, value);
    }
  }

  set({ type, place }, value) {
    const { gl } = this;
    switch (type) {
      case gl.FLOAT: gl.uniform1f(place, value); break;
      case gl.FLOAT_VEC2: gl.uniform2fv(place, value); break;
      case gl.FLOAT_VEC3: gl.uniform3fv(place, value); break;
      case gl.FLOAT_VEC4: gl.uniform4fv(place, value); break;
      case gl.FLOAT_MAT4: gl.uniformMatrix4fv(place, false, value); break;
      default: gl.uniform1i(place, Number(value));
    }
  }
}
