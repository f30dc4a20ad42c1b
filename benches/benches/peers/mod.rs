//! The same exact cover problem for every crate of crates.io that solves one.

#![allow(dead_code)]

use std::ops::ControlFlow;

use dancing_links::ExactCover;
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use exact_cover::{Item, Problem, Search, Structure, models};
use exact_covers::{DlSolver, Solver as _};
use grid_core::{Budget, Region};

/// Items `0..primary` must be covered once, those after them at most once.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) name: &'static str,
    pub(crate) count: u64,
    primary: usize,
    items: usize,
    options: Vec<Vec<usize>>,
}

impl Instance {
    /// Only plain problems whose primary items come first.
    fn new(name: &'static str, count: u64, problem: &Problem) -> Self {
        let mut order: Vec<Item> = problem.items().collect();
        order.sort_by_key(|&item| problem.bounds(item).is_none());
        let primary = order.iter().filter(|&&item| problem.bounds(item).is_some()).count();
        let place =
            |item: Item| order.iter().position(|&other| other == item).expect("an item of the problem");
        let option = |id| problem.option(id).iter().map(|used| place(used.item)).collect();
        let options = problem.options().map(option).collect();
        Self { name, count, primary, items: order.len(), options }
    }

    pub(crate) fn pentominoes(name: &'static str, count: u64, region: Region) -> Self {
        let board = models::pentominoes(region).expect("a small board");
        Self::new(name, count, &board.problem().0)
    }

    pub(crate) fn queens(name: &'static str, count: u64, n: usize) -> Self {
        Self::new(name, count, &models::queens(n).expect("a small board"))
    }

    pub(crate) fn langford(name: &'static str, count: u64, n: usize) -> Self {
        Self::new(name, count, &models::langford(n).expect("few pairs"))
    }

    fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        builder.primaries(self.primary);
        builder.secondaries(self.items - self.primary);
        for option in &self.options {
            builder.option(option.iter().map(|&item| Item::new(item)));
        }
        builder.build().expect("a valid problem")
    }

    pub(crate) fn ours(&self, structure: Structure) -> u64 {
        let mut search = Search::with_structure(&self.problem(), structure);
        search.run_count(&Budget::unlimited()).statistics.solutions
    }

    pub(crate) fn ours_parallel(&self) -> u64 {
        Search::new(&self.problem()).run_count_parallel(&Budget::unlimited()).statistics.solutions
    }

    pub(crate) fn dancing_links(&self) -> u64 {
        struct Cover<'a>(&'a Instance, Vec<usize>);
        impl ExactCover for Cover<'_> {
            type Possibility = Vec<usize>;
            type Constraint = usize;
            fn satisfies(&self, option: &Vec<usize>, item: &usize) -> bool {
                option.contains(item)
            }
            fn is_optional(&self, item: &usize) -> bool {
                *item >= self.0.primary
            }
            fn possibilities(&self) -> &[Vec<usize>] {
                &self.0.options
            }
            fn constraints(&self) -> &[usize] {
                &self.1
            }
        }
        let cover = Cover(self, (0..self.items).collect());
        cover.solver().count() as u64
    }

    pub(crate) fn exact_covers(&self) -> u64 {
        let primary: Vec<usize> = (0..self.primary).collect();
        let secondary: Vec<usize> = (self.primary..self.items).collect();
        let mut solver: DlSolver<'_, usize, ()> = DlSolver::new(&primary, &secondary);
        for option in &self.options {
            let (must, may): (Vec<usize>, Vec<usize>) = option.iter().partition(|&&item| item < self.primary);
            let may: Vec<(usize, Option<()>)> = may.into_iter().map(|item| (item, None)).collect();
            solver.add_option(must, may);
        }
        let mut count = 0;
        solver.solve(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    pub(crate) fn dlx_rs(&self) -> u64 {
        let mut solver = dlx_rs::Solver::new_optional(self.primary, self.items - self.primary);
        for (name, option) in self.options.iter().enumerate() {
            let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
            solver.add_option(name, &items);
        }
        solver.count() as u64
    }

    pub(crate) fn dlx(&self) -> u64 {
        let option = |option: &Vec<usize>| option.iter().map(|&item| dlx::Uint(item)).collect::<Vec<_>>();
        let options: Vec<Vec<_>> = self.options.iter().map(option).collect();
        let secondary = self.items - self.primary;
        let mut problem =
            dlx::x::make_problem(dlx::Uint(self.primary), dlx::Uint(secondary), &options, dlx::OptOrder::Seq);
        let mut solver = dlx::Solver::new(&mut problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        let mut count = 0;
        while solver.next_solution(&mut chooser) {
            count += 1;
        }
        count
    }
}
