//! Meshes: what a geometry is made of.

/// What the vertices of a mesh form.
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    /// Triangles, counterclockwise seen from the front. Only fronts are seen.
    Triangles(Vec<[u32; 3]>),
    /// Line segments, one pixel wide.
    Lines(Vec<[u32; 2]>),
    /// Each vertex is a point.
    Points,
}

/// Vertices with what belongs to them. All lists but `colors` and
/// `ink_coordinates` are as long as `positions`; these two may be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Where the vertices are.
    pub positions: Vec<[f32; 3]>,
    /// Unit vectors away from the surface; unused for lines and points.
    pub normals: Vec<[f32; 3]>,
    /// Places in textures; (0, 0) is the upper left corner.
    pub coordinates: Vec<[f32; 2]>,
    /// Places in the texture that pens paint, without overlap; empty: as `coordinates`.
    pub ink_coordinates: Vec<[f32; 2]>,
    /// Colours of the vertices of lines and points; empty: that of the material.
    pub colors: Vec<[f32; 3]>,
    /// What they form.
    pub elements: Elements,
}

/// Why a mesh cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// The lists of what belongs to vertices are not equally long.
    #[error("the lists of the vertices of a mesh differ in length")]
    UnequalLists,
    /// An element names a vertex that is not there.
    #[error("an element of a mesh names a vertex that is not there")]
    UnknownVertex,
    /// A position is not a finite number.
    #[error("a position of a mesh is not a finite number")]
    NotFinite,
    /// There are more vertices or elements than are drawn.
    #[error("a mesh has more than {} vertices or elements", Mesh::MOST_ELEMENTS)]
    TooLarge,
}

impl Mesh {
    /// The greatest number of vertices and of elements.
    pub const MOST_ELEMENTS: usize = 100_000_000;

    /// A mesh without vertices.
    pub const fn empty() -> Self {
        Self {
            positions: Vec::new(),
            normals: Vec::new(),
            coordinates: Vec::new(),
            ink_coordinates: Vec::new(),
            colors: Vec::new(),
            elements: Elements::Triangles(Vec::new()),
        }
    }

    /// The triangles; none for lines and points.
    pub fn triangles(&self) -> &[[u32; 3]] {
        match &self.elements {
            Elements::Triangles(triangles) => triangles,
            _ => &[],
        }
    }

    /// Whether it can be drawn.
    ///
    /// # Errors
    /// When lists differ in length, vertices are missing or not finite.
    pub fn check(&self) -> Result<(), MeshError> {
        let count = self.positions.len();
        let is_whole = |length: usize| length == count;
        let is_whole_or_empty = |length: usize| length == count || length == 0;
        if !(is_whole(self.normals.len())
            && is_whole(self.coordinates.len())
            && is_whole_or_empty(self.ink_coordinates.len())
            && is_whole_or_empty(self.colors.len()))
        {
            return Err(MeshError::UnequalLists);
        }
        let (elements, is_known) = match &self.elements {
            Elements::Triangles(list) => (
                list.len(),
                list.iter().flatten().all(|at| (*at as usize) < count),
            ),
            Elements::Lines(list) => (
                list.len(),
                list.iter().flatten().all(|at| (*at as usize) < count),
            ),
            Elements::Points => (count, true),
        };
        if !is_known {
            return Err(MeshError::UnknownVertex);
        }
        if elements.max(count) > Self::MOST_ELEMENTS {
            return Err(MeshError::TooLarge);
        }
        let is_finite = |list: &[[f32; 3]]| list.iter().flatten().all(|part| part.is_finite());
        if !is_finite(&self.positions) {
            return Err(MeshError::NotFinite);
        }
        Ok(())
    }

    /// The corners of the box around all vertices; `None` without vertices.
    pub fn bounds(&self) -> Option<[[f32; 3]; 2]> {
        let first = *self.positions.first()?;
        let (mut low, mut high) = (first, first);
        for position in &self.positions {
            for axis in 0..3 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        Some([low, high])
    }

    /// Turns all triangles and normals over, as `ccw FALSE` does.
    pub fn turn_over(&mut self) {
        if let Elements::Triangles(triangles) = &mut self.elements {
            for triangle in triangles {
                triangle.swap(0, 2);
            }
        }
        for normal in &mut self.normals {
            *normal = normal.map(|part| -part);
        }
    }

    pub(crate) fn push(
        &mut self,
        position: [f64; 3],
        normal: [f64; 3],
        coordinate: [f64; 2],
    ) -> u32 {
        self.positions.push(position.map(|part| part as f32));
        self.normals.push(normal.map(|part| part as f32));
        self.coordinates.push(coordinate.map(|part| part as f32));
        (self.positions.len() - 1) as u32
    }

    /// Adds a vertex of a mesh all of whose vertices have a place for ink.
    pub(crate) fn push_inked(
        &mut self,
        position: [f64; 3],
        normal: [f64; 3],
        coordinate: [f64; 2],
        ink: [f64; 2],
    ) -> u32 {
        self.ink_coordinates.push(ink.map(|part| part as f32));
        self.push(position, normal, coordinate)
    }

    pub(crate) fn push_triangle(&mut self, corners: [u32; 3]) {
        if let Elements::Triangles(triangles) = &mut self.elements {
            triangles.push(corners);
        }
    }

    #[cfg(test)]
    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [[f32; 3]; 3] {
        triangle.map(|at| self.positions[at as usize])
    }
}
