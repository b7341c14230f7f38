//! The instruction sets for which lanes are compiled: plain, AVX2, or AVX-512. The program chooses one at run time.

/// An instruction set of the machine.
#[derive(Clone, Copy, Debug)]
pub enum LaneArch {
    /// The instructions that every machine of the target has.
    Plain,
    /// AVX2 and the extensions that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    /// AVX-512. Only in optimised builds, because each copy takes half a minute to compile.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    Avx512(Avx512),
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
pulp::simd_type!({
    /// AVX-512 from Ice Lake and Zen 4 on: it must include the population count of vectors, because counting moves is a large
    /// part of a ply. Older machines with AVX-512 use AVX2.
    pub struct Avx512 {
        sse: f!("sse"),
        sse2: f!("sse2"),
        fxsr: f!("fxsr"),
        sse3: f!("sse3"),
        ssse3: f!("ssse3"),
        sse4_1: f!("sse4.1"),
        sse4_2: f!("sse4.2"),
        popcnt: f!("popcnt"),
        avx: f!("avx"),
        avx2: f!("avx2"),
        bmi1: f!("bmi1"),
        bmi2: f!("bmi2"),
        fma: f!("fma"),
        lzcnt: f!("lzcnt"),
        avx512f: f!("avx512f"),
        avx512bw: f!("avx512bw"),
        avx512cd: f!("avx512cd"),
        avx512dq: f!("avx512dq"),
        avx512vl: f!("avx512vl"),
        avx512vpopcntdq: f!("avx512vpopcntdq"),
    }
});

impl LaneArch {
    /// Returns the widest instruction set of the machine.
    #[inline]
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            #[cfg(not(debug_assertions))]
            if let Some(found) = Avx512::try_new() {
                return Self::Avx512(found);
            }
            if let Some(found) = pulp::x86::V3::try_new() {
                return Self::Avx2(found);
            }
        }
        Self::Plain
    }

    /// Runs code that is compiled for these instructions. All functions that it calls must be inlined.
    #[inline(always)]
    pub fn dispatch<Run: pulp::NullaryFnOnce>(self, run: Run) -> Run::Output {
        match self {
            Self::Plain => run.call(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(arch) => arch.vectorize(run),
            #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
            Self::Avx512(arch) => arch.vectorize(run),
        }
    }
}
